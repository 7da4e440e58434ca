import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { originName } from '../../src/cli/runs/origin.js';
import { pathInOrigin, placeOf } from '../../src/cli/runs/place.js';
import { readSourceForm } from '../../src/cli/runs/source-form.js';
import { findSource } from '../../src/cli/start/source.js';
import {
  bareRepository,
  removeRepositories,
  repository,
  temporaryFolder,
  type TestRepository,
} from '../support/git-repos.js';
import { testConfig } from '../support/temporal-server.js';
import { client } from './support/client.js';

const scenario = fileURLToPath(new URL('../../examples/javascript/scenario.json', import.meta.url));
const before = { home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let shop: TestRepository;
let plain: string;
let config: ReturnType<typeof testConfig>;

beforeAll(async () => {
  const home = await temporaryFolder('pawl-home');
  // Nothing listens there: whatever asks the server first would exit 6, not 2.
  Object.assign(process.env, { PAWL_HOME: home, TEMPORAL_ADDRESS: '127.0.0.1:1' });
  config = testConfig(home);
  plain = await temporaryFolder('pawl-plain');
  await writeFile(join(plain, 'issue.md'), '# x');
  shop = await repository({
    'docs/issue.md': '# x\n',
    'specs/7/tasks.md': '- [ ] a\n',
    'Docs/Ünïcode name.md': '# y\n',
  });
});

afterAll(async () => {
  for (const [name, value] of [
    ['PAWL_HOME', before.home],
    ['TEMPORAL_ADDRESS', before.address],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await removeRepositories();
});

describe('wrong use of pawl run is exit 2 before the server is asked, with what was expected', () => {
  const inShop = (path: string): string => join(shop.path, path);
  const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
    ['an issue number', () => ['42'], /local issue files.*pawl run docs\/issue\.md --issue 42/],
    ['a folder that is no spec', () => [inShop('docs')], /holds no tasks\.md.*pawl run specs\/0007-export/],
    ['a missing file', () => [inShop('docs/no.md')], /there is no such file.*for example/],
    [
      'a file outside of every repository',
      () => [join(plain, 'issue.md')],
      /no checkout of a git repository.*git init/,
    ],
    ['a file in .git', () => [inShop('.git/HEAD')], /no checkout of a git repository/],
    ['the id of a run', () => ['tdd/acme/shop/issue-42'], /is the id of a run.*pawl resume tdd\/acme\/shop\/issue-42/s],
    [
      'an unknown agent',
      () => [inShop('docs/issue.md'), '--agent', 'nobody'],
      /no agent "nobody"; this version knows: .*scripted/,
    ],
    [
      'an agent without its scenario',
      () => [inShop('docs/issue.md'), '--agent', 'scripted'],
      /--scenario scenario\.json/,
    ],
    ['an unknown flag', () => [inShop('docs/issue.md'), '--frobnicate'], /unknown option '--frobnicate'/],
    ['no source', () => [], /missing required argument 'source'/],
  ];

  test.each(cases)('%s', async (_name, argv, words) => {
    const run = await client('run', ...argv());
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringMatching(words) });
  });

  test('with --json the error is one object on stdout, and in words on stderr', async () => {
    const run = await client('run', '42', '--json');
    expect(JSON.parse(run.out)).toEqual({ error: expect.stringContaining('local issue files'), exitCode: 2 });
    expect(run.err).toContain('local issue files');
  });

  test('a scenario that is not one names what is wrong', async () => {
    const bad = join(plain, 'scenario.json');
    await writeFile(bad, '{"version":1,"leaves":"many"}');
    const run = await client('run', inShop('docs/issue.md'), '--scenario', bad);
    expect(run).toMatchObject({ code: 2, err: expect.stringMatching(/scenario is malformed.*leaves/s) });
    await writeFile(bad, 'not json');
    expect((await client('run', inShop('docs/issue.md'), '--scenario', bad)).code).toBe(2);
  });

  test('all in order, but no server: exit 6', async () => {
    const run = await client('run', inShop('docs/issue.md'), '--scenario', scenario);
    expect(run).toMatchObject({ code: 6, err: expect.stringContaining('pawl up') });
  });
});

describe('a source is found where git finds it', () => {
  const id = async (typed: string, cwd = shop.path, issueNumber: number | null = null): Promise<string> =>
    (await findSource(config, typed, { issueNumber, cwd })).workflowId;

  test('the id comes from the path in the repository, however the path was typed', async () => {
    const straight = await id('docs/issue.md');
    expect(straight).toMatch(/^tdd\/local\/shop-[0-9a-f]{6}\/file-docs--issue$/);
    expect(await id('./issue.md', join(shop.path, 'docs'))).toBe(straight);
    expect(await id(join(shop.path, 'docs', '..', 'docs', 'issue.md'), '/')).toBe(straight);
    const link = join(plain, 'link');
    await symlink(shop.path, link);
    expect(await id(join(link, 'docs', 'issue.md'), '/')).toBe(straight);
  });

  test('a remote names the runs; a number gives the issue', async () => {
    await shop.git('remote', 'add', 'origin', 'git@example.org:Acme/Shop.git');
    expect(await id('docs/issue.md', shop.path, 42)).toBe('tdd/acme/shop/issue-42');
    await shop.git('remote', 'remove', 'origin');
  });

  test('odd names are names', async () => {
    const found = await findSource(config, 'Docs/Ünïcode name.md', { issueNumber: null, cwd: shop.path });
    expect(found.path).toBe('Docs/Ünïcode name.md');
    expect(found.workflowId).toMatch(/\/file-[a-z0-9-]+$/);
  });

  test('the origin is the checkout that holds the file, also from the outside', async () => {
    const source = await findSource(config, join(shop.path, 'docs/issue.md'), { issueNumber: null, cwd: plain });
    expect(source.input).toMatchObject({
      origin: shop.path,
      file: join(shop.path, 'docs/issue.md'),
      slug: 'docs--issue',
    });
  });

  test('a path that is gone is still a name in the repository; one outside is none', async () => {
    const place = await placeOf(config, join(shop.path, 'gone/long/ago.md'));
    if (place === null) throw new Error('the repository is there');
    expect(await pathInOrigin(place, join(shop.path, 'gone/long/ago.md'))).toBe('gone/long/ago.md');
    expect(await pathInOrigin(place, join(plain, 'issue.md'))).toBeNull();
    expect(await placeOf(config, plain)).toBeNull();
  });

  test('a bare repository names its runs, and holds no issue file', async () => {
    const bare = await bareRepository({ 'docs/issue.md': '# x\n' });
    expect((await placeOf(config, bare.path))?.bare).toBe(true);
    await mkdir(join(bare.path, 'notes'));
    await writeFile(join(bare.path, 'notes', 'issue.md'), '# x');
    await expect(id(join(bare.path, 'notes', 'issue.md'), '/')).rejects.toThrow(/no checkout/);
  });
});

test('what is typed is told apart without reading it', async () => {
  expect(await readSourceForm('tdd/acme/shop/issue-42', shop.path)).toEqual({
    kind: 'workflow-id',
    id: 'tdd/acme/shop/issue-42',
  });
  expect(await readSourceForm('#42', shop.path)).toEqual({ kind: 'number', number: 42 });
  expect((await readSourceForm('042', shop.path)).kind).toBe('file');
  expect((await readSourceForm('docs', shop.path)).kind).toBe('folder');
  expect(await readSourceForm('tdd/notes.md', shop.path)).toMatchObject({ kind: 'file', exists: false });
});

test('two folders of one name are two origins', () => {
  const one = originName({ path: '/a/shop', remoteSlug: null });
  const other = originName({ path: '/b/shop', remoteSlug: null });
  expect(one).not.toEqual(other);
  expect(originName({ path: '/a/shop', remoteSlug: null })).toEqual(one);
});
