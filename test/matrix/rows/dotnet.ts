import { join } from 'node:path';
import { createDotnet } from '../../../src/adapters/runners/dotnet/dotnet.js';
import { greenNames, redNames, type Files, type Installed, type MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (total: string): string => `namespace Shop;

public class Cart(params int[] items)
{
    public int Count() => items.Length;
    public int Total() => ${total};
    public int Vat() => throw new System.NotImplementedException();
}
`;
const testFile = 'Shop.Tests/CartTests.cs';
const one = (name: string, body: string): string =>
  `    [Fact]\n    public void ${name}()\n    {\n        ${body}\n    }\n`;
const withTest = (more: string): Files => ({
  [testFile]: `using Shop;\nusing Xunit;\n\nnamespace Shop.Tests;\n\npublic class CartTests\n{\n${old}${more}}\n`,
});
const old = one('CountsItsItems', 'Assert.Equal(2, new Cart(1, 2).Count());');
const total = one('TotalsItsItems', 'Assert.Equal(3, new Cart(1, 2).Total());');
const files = withTest(total);
const project = (more: string): string => `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
  <ItemGroup>${more}</ItemGroup>
</Project>
`;
const packages = [
  ['Microsoft.NET.Test.Sdk', '17.12.0'],
  ['xunit', '2.9.3'],
  ['xunit.runner.visualstudio', '2.8.2'],
].map(([name, version]) => `<PackageReference Include="${name}" Version="${version}" />`);

async function install(folder: string, shared: string): Promise<Installed> {
  const env = { NUGET_PACKAGES: join(shared, 'packages'), DOTNET_CLI_HOME: shared };
  await runIn(folder, ['dotnet', 'test', 'Shop.Tests'], env);
  return { env, writable: [shared] };
}

const covered = ['assertion', 'missing module', 'missing symbol', 'not implemented', 'passes', 'syntax'];
const later = 'written without a .NET at hand';

/** The first machine that has .NET shows whether it holds, and gets the other cases. */
export const row: MatrixRow = {
  runner: 'dotnet test',
  create: createDotnet,
  command: 'dotnet test Shop.Tests',
  needs: ['dotnet'],
  install,
  version: async (folder, env) => `.NET SDK ${await runIn(folder, ['dotnet', '--version'], env)}`,
  base: {
    'Shop/Shop.csproj': project(''),
    'Shop/Cart.cs': cart('0'),
    'Shop.Tests/Shop.Tests.csproj': project(`${packages.join('')}<ProjectReference Include="..\\Shop\\Shop.csproj" />`),
    [testFile]: withTest('')[testFile] ?? '',
  },
  mayCreate: ['Shop/Cart.cs', 'Shop/Vat.cs'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(one('KnowsItsVat', 'Assert.Equal(19, Vat.Of(100));')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('KnowsDiscounts', 'Assert.Equal(3, new Cart().Discount());')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('KnowsItsVat', 'Assert.Equal(3, new Cart().Vat());')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'passes',
      files: withTest(one('TotalsNothing', 'Assert.Equal(0, new Cart().Total());')),
      expect: { refused: 'passes' },
    },
    { name: 'syntax', files: withTest('    [Fact] public void Totals( {\n'), expect: { refused: 'syntax' } },
  ],
  green: [
    {
      name: 'green',
      files: { 'Shop/Cart.cs': cart('System.Linq.Enumerable.Sum(items)') },
      expect: { green: true },
    },
    { name: 'still red', files: { 'Shop/Cart.cs': cart('7') }, expect: { notGreen: 'still-red' } },
  ],
  lacks: Object.fromEntries(
    [...redNames, ...greenNames]
      .filter((name) => !covered.includes(name) && name !== 'green' && name !== 'still red')
      .map((name) => [name, later]),
  ),
};
