import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { removeRepositories, repository, temporaryFolder, type TestRepository } from '../support/git-repos.js';
import { client } from './support/client.js';

/** The gear of specs that no run works on: by the client, in a real checkout, with no server anywhere. */
const run = promisify(execFile);
const spec = 'specs/0007 export';
const gearFile = `${spec}/.current-gear`;
const list = [
  '# Export',
  '## Phase 4: CSV',
  '- [x] **TEST + IMPLEMENT: T1 rows**',
  '## Phase 5: Rejection',
  '- [ ] **TEST + IMPLEMENT: T2 refuses**',
  '- [ ] **TEST + IMPLEMENT: T3 says why**',
  '### MSSQL',
  '- [~] **TEST + IMPLEMENT: T4 later**',
  '## MSSQL',
  '- [ ] **DOC: T5 a page**',
  '',
].join('\n');
const before = { cwd: process.cwd(), home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let shop: TestRepository;

beforeAll(async () => {
  const home = await temporaryFolder('pawl-home');
  Object.assign(process.env, { PAWL_HOME: home, TEMPORAL_ADDRESS: '127.0.0.1:1', PAWL_IDENTITY: 'ann@desk' });
  shop = await repository({
    [`${spec}/tasks.md`]: list,
    [`${spec}/.tasks-approved`]: '',
    'specs/0001-plain/tasks.md': '- [ ] one\n- [ ] two\n',
    'specs/0002-empty/tasks.md': '# Nothing yet\n',
    'specs/notes/readme.md': 'no spec\n',
  });
  process.chdir(shop.path);
});
afterAll(async () => {
  process.chdir(before.cwd);
  delete process.env['PAWL_IDENTITY'];
  for (const [name, value] of [
    ['PAWL_HOME', before.home],
    ['TEMPORAL_ADDRESS', before.address],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await removeRepositories();
});
beforeEach(async () => {
  for (const name of [gearFile, 'specs/.current-spec', 'specs/0001-plain/.current-gear'])
    await rm(join(shop.path, name), { recursive: true, force: true });
});

const at = (name: string): string => join(shop.path, name);
const gitSees = async (): Promise<string> => (await run('git', ['status', '--porcelain'], { cwd: shop.path })).stdout;

describe('pawl gear <spec> without a run', () => {
  test('R-000-29, R-000-30: reports the gear and why, and makes no file', async () => {
    const told = await client('gear', spec);
    expect(told).toMatchObject({ code: 0, out: expect.stringMatching(/^review-before: the default.*\(no-file\)\n/) });
    expect(told.out).toContain("shift up with: pawl gear 'specs/0007 export' review-after --because");
    expect(told.err).toContain('No server answers');
    expect(await readdir(at(spec))).not.toContain('.current-gear');
  });

  test('R-000-31, R-000-64, R-000-07: a shift waits in the file for the next session, with reason, scope, time and who; git sees none of it', async () => {
    const up = await client(
      'gear',
      spec,
      'review-after',
      '--scope',
      'Phase 5',
      '--for',
      '2h',
      '--because',
      'the shape --> is\n# settled',
    );
    expect(up).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^review-after for Phase 5, until .*: written to specs\/0007 export\/\.current-gear/),
    });
    const text = await readFile(at(gearFile), 'utf8');
    expect(text).toMatch(
      /^gear: review-after\nscope: Phase 5\nshifted: \d{4}-\d\d-\d\d — the shape --> is # settled\nuntil: /m,
    );
    expect(await gitSees()).toBe('');
    const told = await client('gear', spec, '--json');
    expect(JSON.parse(told.out)).toMatchObject({
      ...{ spec, gear: 'review-after', reason: 'named', author: { by: 'ann@desk' } },
      shift: { scope: 'Phase 5', because: 'the shape --> is # settled' },
    });
    // R-000-16: nothing of it reaches another spec.
    expect((await client('gear', 'specs/0001-plain')).out).toContain('(no-file)');
    // R-000-63, R-000-66: the list is what it was.
    expect(await readFile(at(`${spec}/tasks.md`), 'utf8')).toBe(list);
    expect((await client('gear', spec, 'review-before')).code).toBe(0);
    expect(await readFile(at(gearFile), 'utf8')).toContain('gear: review-before');
  });

  test.each([
    [['review-after'], /needs a reason/],
    [['review-after', '--because', ' \n '], /needs a reason/],
    [
      ['review-after', '--because', 'x', '--scope', 'Phase 9'],
      /no step matches the scope "Phase 9".*Nothing was changed/,
    ],
    [['review-after', '--because', 'x', '--scope', 'tasks 2-9'], /no step matches the scope "tasks 2-9"/],
    [['review-after', '--because', 'x', '--scope', 'tasks 3-2'], /no step matches/],
    [['review-after', '--because', 'x', '--scope', 'tasks 0-0'], /no step matches/],
    [['review-after', '--because', 'x', '--scope', 'MSSQL'], /more than one place: line 7, "MSSQL"; line 9, "MSSQL"/],
  ] as const)('R-000-32, R-000-13, C-22: %j is refused, and no file is written', async (words, said) => {
    expect(await client('gear', spec, ...words)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) });
    expect(await readdir(at(spec))).not.toContain('.current-gear');
  });

  const odd: Readonly<Record<string, () => Promise<unknown>>> = {
    'a folder': () => mkdir(at(gearFile)),
    'a pipe': () => run('mkfifo', [at(gearFile)]),
    'a link': () => symlink('/etc/hostname', at(gearFile)),
    'binary bytes': () => writeFile(at(gearFile), Buffer.from([0xff, 0xfe, 0x00, 0xc3])),
    'a megabyte': () => writeFile(at(gearFile), Buffer.alloc(1_000_000, 'gear: review-after\n')),
    'other words': () => writeFile(at(gearFile), 'gear: review-after\nscop: tasks 1-2\nshifted: 2026-09-13 — x\n'),
  };
  test.each(Object.keys(odd))('R-000-11: %s in its place is unparseable, said aloud: review-before', async (what) => {
    await odd[what]?.();
    const told = await client('gear', spec);
    expect(told.out).toMatch(/^review-before: .*\(unparseable\)\n.*expected .*, for example: /);
    expect(told.code).toBe(0);
  });

  test('what is no text is left to its owner; a text that nobody understands gives way to a person who shifts', async () => {
    await mkdir(at(gearFile));
    expect(await client('gear', spec, 'review-before')).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is a folder'),
    });
    await rm(at(gearFile), { recursive: true });
    await writeFile(at(gearFile), 'gear: none\n');
    expect((await client('gear', spec, 'review-before')).code).toBe(0);
    expect((await client('gear', spec)).out).toMatch(/^review-before: .*\(named\)/);
  });

  test('R-000-10: without a word it is the spec that .current-spec names; one that names nothing is no spec', async () => {
    await writeFile(at('specs/.current-spec'), '0001-plain\n');
    expect((await client('gear')).out).toContain('spec: specs/0001-plain, 0 of 2 done');
    await writeFile(at('specs/.current-spec'), '../../etc\n');
    expect((await client('gear')).code).toBe(6);
  });
});

describe('pawl status', () => {
  test('R-000-38: every spec of the checkout with its counts, approval, gear, reason and who shifted; then that no server answers', async () => {
    await client('gear', spec, 'review-after', '--because', 'settled');
    await writeFile(at('specs/0001-plain/.current-gear'), 'gear: review-after\nshifted: 2026-09-13 — by hand\n');
    await writeFile(at('specs/.current-spec'), '0007 export\n');
    const told = await client('status');
    expect(told.code).toBe(6);
    const rows = told.out.trimEnd().split('\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(
      /^ +specs\/0001-plain +0 of 2 done +no +- +review-after +named: .*by hand \(written by hand, /,
    );
    expect(rows[2]).toMatch(/^ +specs\/0002-empty +no tasks +no +- +review-before +no-file: /);
    expect(rows[3]).toMatch(
      /^\* +specs\/0007 export +1 of 4 done, 1 for a person +yes +- +review-after +named: .*settled \(by ann@desk \(as claimed\), /,
    );
    // In JSON there is one object: it says what is missing, and has the specs all the same.
    const asJson = await client('status', '--json');
    expect(asJson.code).toBe(6);
    const found = JSON.parse(asJson.out) as { readonly specs: readonly { readonly folder: string }[] };
    expect(found).toMatchObject({ error: expect.stringMatching(/server/i), exitCode: 6 });
    expect(found.specs.map(({ folder }) => folder)).toEqual(['specs/0001-plain', 'specs/0002-empty', spec]);
    expect(found.specs[2]).toMatchObject({ isCurrent: true, run: null, gear: { gear: 'review-after' } });
  });

  test('two specs with one number are two specs, each with a gear of its own, and it is said', async () => {
    await mkdir(at('specs/07-import'));
    await writeFile(at('specs/07-import/tasks.md'), '- [ ] one\n');
    try {
      await client('gear', spec, 'review-after', '--because', 'settled');
      const { out, err } = await client('status');
      expect(out).toMatch(/specs\/0007 export .*review-after/);
      expect(out).toMatch(/specs\/07-import .*review-before/);
      expect(err).toContain('specs/0007 export and specs/07-import have one number: name each by its whole folder');
    } finally {
      await rm(at('specs/07-import'), { recursive: true });
    }
  });

  test('under a comment that an editor left standing, the words are not claimed for its name', async () => {
    await client('gear', spec, 'review-after', '--because', 'settled');
    await writeFile(at(gearFile), (await readFile(at(gearFile), 'utf8')).replace('settled', 'mine'));
    const told = await client('gear', spec);
    expect(told.out).toContain('gear file: review-after written by hand');
    expect(told.out).not.toContain('ann@desk');
  });

  test('a .current-spec that names nothing is said, with what was expected', async () => {
    await writeFile(at('specs/.current-spec'), 'gone\n');
    expect((await client('status')).err).toMatch(/\.current-spec names "gone".*for example: 0001-plain/);
  });
});

describe('rejected designs of the gear', () => {
  test('R-000-63: a gear, a scope or a driver that is written into tasks.md is a word like any other', async () => {
    await writeFile(at(`${spec}/tasks.md`), `gear: review-after\nshifted: 2026-09-13 — x\n\n${list}`);
    try {
      expect((await client('gear', spec)).out).toMatch(/^review-before: .*\(no-file\)/);
    } finally {
      await writeFile(at(`${spec}/tasks.md`), list);
    }
  });

  test('R-000-64: a shift outlives the session that made it, and the next one ends it, not the flag that is left out', async () => {
    await client('gear', spec, 'review-after', '--because', 'settled');
    for (let session = 0; session < 2; session += 1)
      expect((await client('gear', spec)).out).toMatch(/^review-after: .*\(named\)/);
    await client('gear', spec, 'review-before');
    expect((await client('gear', spec)).out).toMatch(/^review-before: .*\(named\)/);
  });

  test('R-000-65: the checked-out branch says nothing of the gear, whatever it is called', async () => {
    await run('git', ['checkout', '--quiet', '-b', 'review-after/0007-export'], { cwd: shop.path });
    expect((await client('gear', spec)).out).toMatch(/^review-before: .*\(no-file\)/);
    await client('gear', spec, 'review-after', '--because', 'settled');
    await run('git', ['checkout', '--quiet', '-'], { cwd: shop.path });
    expect((await client('gear', spec)).out).toMatch(/^review-after: .*\(named\)/);
  });

  test('R-000-66: in either gear the same list is read the same, and not a byte of it changes', async () => {
    const read = async (): Promise<unknown> => {
      const found = JSON.parse((await client('inspect', at(spec), '--json')).out) as { readonly tasks: unknown };
      return found.tasks;
    };
    const before = await read();
    await client('gear', spec, 'review-after', '--because', 'settled');
    expect(await read()).toEqual(before);
    expect(await readFile(at(`${spec}/tasks.md`), 'utf8')).toBe(list);
  });
});

test('R-000-65: a gear file that git tracks does not count, and is not written to', async () => {
  const branch = await repository({
    'specs/a/tasks.md': '- [ ] one\n',
    'specs/a/.current-gear': 'gear: review-after\nshifted: 2026-09-13 — x\n',
  });
  process.chdir(branch.path);
  try {
    const told = await client('gear', 'specs/a');
    expect(told.out).toMatch(/^review-before: .*\(no-file\)/);
    expect(told.out).toContain('git rm --cached specs/a/.current-gear');
    const up = await client('gear', 'specs/a', 'review-after', '--because', 'y');
    expect(up).toMatchObject({ code: 2, err: expect.stringContaining('rm --cached') });
  } finally {
    process.chdir(shop.path);
  }
});
