import { afterEach, describe, expect, test } from '@jest/globals';
import { wholeDiff } from '../../src/activities/critic-facts.js';
import { domainFacts, type DomainFactsJob } from '../../src/activities/domain-facts.js';
import { opened, type Opened } from '../adapters/git/fixture.js';
import { removeRepositories, type TestTree } from '../support/git-repos.js';

afterEach(removeRepositories);

const base: TestTree = {
  'src/files.ts': [
    'export type SafePath = string;',
    'export function isInside(path: string): boolean {',
    '  return true;',
    '}',
    'export function render(text: string): string {',
    '  return text;',
    '}',
    '',
  ].join('\n'),
  'src/domain/money.ts': 'export class Money {}\ninterface Hidden {}\n',
  'src/server.ts': "import { isInside } from './files.js';\n\nif (!isInside('x')) throw new Error();\n",
  'src/upload.ts': "import { isInside } from './files.js';\nconst good = [].filter(isInside);\n",
  'lib/far.ts': 'export class Far {}\nisInside(1); render(2);\n',
  'test/old.test.ts': 'export class TestOnly {}\nisInside("x");\n',
  'README.md': 'isInside(x) is called everywhere\n',
};
const test1 =
  "import { isInside } from '../src/files.js';\n\ntest('a path outside is refused', () => isInside('../x'));\n";

interface Trees extends Opened {
  readonly red: string;
  readonly green: string;
}

async function trees(green: TestTree): Promise<Trees> {
  const at = await opened(base);
  const red = await at.trusted.withFiles(at.tree, { 'test/files.test.ts': test1 });
  const files = Object.entries(green).map(([path, text]) => [path, typeof text === 'string' ? text : null]);
  return {
    ...at,
    red,
    green: await at.trusted.withFiles(red, Object.fromEntries(files) as Record<string, string | null>),
  };
}

const code: TestTree = {
  'src/files.ts': (base['src/files.ts'] as string).replace('return true;', "return !path.includes('..'); // trust me"),
};

function job({ tree, red, green }: Trees, more: Partial<DomainFactsJob> = {}): DomainFactsJob {
  return {
    ...{ phase: 'green', tree: green, base: red, start: tree, testFiles: ['test/files.test.ts'] },
    planned: ['src/files.ts', 'test/files.test.ts'],
    planSays: ['a path outside is refused', ''],
    isTestFile: (path) => path.startsWith('test/'),
    ...more,
  };
}

describe('R-001-19: what the domain reviewer is told', () => {
  test('GREEN: the code as a diff, the test it satisfies as a diff; no whole file', async () => {
    const at = await trees(code);
    const { brief, lines } = await domainFacts(at.trusted, job(at));
    expect(lines).toBe(2);
    expect(brief.diff).toContain("+  return !path.includes('..');");
    expect(brief.diff).not.toContain('files.test.ts');
    expect(brief.test).toContain("+test('a path outside is refused'");
    expect(brief.leftOut).toEqual([]);
    expect(Object.keys(brief).sort()).toEqual(['callSites', 'diff', 'domainTypes', 'leftOut', 'phase', 'test']);
  });

  test('the test as it stands, where a commit of its own holds it already', async () => {
    const at = await trees(code);
    const { brief } = await domainFacts(at.trusted, job(at, { start: at.red }));
    expect(brief.test).toBe(`test/files.test.ts\n${test1}`);
    expect((await domainFacts(at.trusted, job(at, { start: null }))).brief.test).toBe(`test/files.test.ts\n${test1}`);
  });

  test('RED: the test is the diff', async () => {
    const at = await trees({});
    const { brief } = await domainFacts(at.trusted, job(at, { phase: 'red', tree: at.red, base: at.tree }));
    expect(brief.test).toBeNull();
    expect(brief.diff).toContain("+test('a path outside is refused'");
  });

  test('names of types of production files near the step, no others', async () => {
    const at = await trees(code);
    expect((await domainFacts(at.trusted, job(at))).brief.domainTypes).toEqual(['Money', 'SafePath']);
  });

  test('R-001-22: a diff too large to be shown is named, and its lines count', async () => {
    const at = await trees({ 'src/big.ts': `// ${'x'.repeat(100)}\n`.repeat(2_000), ...code });
    const { brief, lines } = await domainFacts(at.trusted, job(at));
    expect(brief.leftOut).toEqual([{ path: 'src/big.ts', added: 2_000, removed: 0 }]);
    expect(brief.diff).toContain('src/files.ts');
    expect(lines).toBe(2_002);
  });
});

describe('R-001-09: production call sites as file:line', () => {
  const sites = { name: 'isInside', sites: ['lib/far.ts:2', 'src/server.ts:3', 'src/upload.ts:2'], more: 0 };

  test('of what the diff changes, found in the tree; no test, import, prose, or function of another kind', async () => {
    const at = await trees(code);
    expect((await domainFacts(at.trusted, job(at, { testFiles: [] }))).brief.callSites).toEqual([sites]);
  });

  test('of what the test imports, before any code is written', async () => {
    const at = await trees({});
    const red = job(at, { phase: 'red', tree: at.red, base: at.tree });
    expect((await domainFacts(at.trusted, red)).brief.callSites).toEqual([sites]);
  });

  test('none where nothing of the kind is touched', async () => {
    const at = await trees({ 'src/files.ts': (base['src/files.ts'] as string).replace('return text', "return ''") });
    expect((await domainFacts(at.trusted, job(at, { testFiles: [] }))).brief.callSites).toEqual([]);
  });

  test('those that the plan names stand first', async () => {
    const at = await trees(code);
    const planSays = ['a path outside is refused at src/upload.ts:2', 'see nowhere.ts:1'];
    expect((await domainFacts(at.trusted, job(at, { planSays }))).brief.callSites).toEqual([
      { name: 'named by the plan', sites: ['src/upload.ts:2'], more: 0 },
      sites,
    ]);
  });
});

describe("R-004-34: the critic's diff", () => {
  const ledgerPath = '.tdd/issue-1.md';

  test('is everything from the base commit to the tip, but for the ledger', async () => {
    const at = await trees({ ...code, [ledgerPath]: '# Issue 1\n', 'src/upload.ts': null });
    const { diff, leftOut } = await wholeDiff(at.trusted, { base: at.commit, tree: at.green, ledgerPath });
    expect(leftOut).toEqual([]);
    for (const part of ['b/src/files.ts', 'b/test/files.test.ts', 'deleted file mode']) expect(diff).toContain(part);
    expect(diff).not.toContain('Issue 1');
  });

  test('names what is too large with its lines, and what nobody could read without', async () => {
    const big = `${'x'.repeat(99)}\n`.repeat(3_000);
    const huge = `${'y'.repeat(99)}\n`.repeat(90_000);
    const at = await trees({ 'a-big.txt': big, 'b-huge.txt': huge, 'c.txt': 'small\n', ...code });
    const { diff, leftOut } = await wholeDiff(at.trusted, { base: at.commit, tree: at.green, ledgerPath });
    expect(leftOut[0]).toEqual({ path: 'a-big.txt', added: 3_000, removed: 0 });
    expect(leftOut.slice(1)).toEqual(
      ['b-huge.txt', 'c.txt', 'src/files.ts', 'test/files.test.ts'].map((path) => ({
        path,
        added: null,
        removed: null,
      })),
    );
    expect(diff.length).toBeLessThanOrEqual(200_000);
  });
});
