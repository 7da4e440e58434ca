import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusView } from '../../src/contract/views.js';
import { storyIssue } from '../support/story.js';
import { rig, until, type Ended, type Rig } from '../support/rig.js';
import {
  atGate,
  bailedCleanly,
  neverStarted,
  picture,
  place,
  refused,
  type Place,
  type Refusal,
} from '../support/bad-input.js';

let rigged: Rig;
let gated: Place;
let hash: string;

beforeAll(async () => {
  rigged = await rig({ jail: 'process' });
  gated = await place(rigged, 'gated');
  hash = (await atGate(rigged, gated)).gate?.testHash ?? '';
});
afterAll(() => rigged.close());

const ignoredOf = (status: StatusView): StatusView['messages'] => status.messages.filter((one) => !one.taken);
const folderName = (name: string): string => name.replace(/\W+/g, '-');

describe('an issue that can not be worked on', () => {
  const cases: readonly (readonly [string, string | Uint8Array, string, Omit<Refusal, 'code'>])[] = [
    [
      'without criteria',
      '# More numbers\n\nThe table knows zero only.\n',
      'no-criteria',
      {
        wrong: 'issue.md has no acceptance criteria',
        expected: 'expected a heading',
        example: '- [ ] An expired token',
      },
    ],
    ['empty', '', 'source-unusable', { wrong: 'issue.md is empty', expected: 'expected a title', example: '# Title' }],
    [
      'binary',
      new Uint8Array(Buffer.concat([randomBytes(64), Buffer.from([0]), randomBytes(64)])),
      'source-unusable',
      { wrong: /issue\.md is (?:binary|not valid UTF-8|UTF-)/, expected: 'expected', example: 'for example: ' },
    ],
    [
      'of 1 MB',
      `${storyIssue(1)}\n${'All work and no play. '.repeat(50_000)}`,
      'source-unusable',
      {
        wrong: 'issue.md is longer than 1,000,000 bytes',
        expected: 'expected at most 1,000,000',
        example: 'for example: keep the issue short',
      },
    ],
  ];
  test.each(cases)('an issue %s bails as such, and the next decision is named', async (name, text, cause, refusal) => {
    const { origin, id, run } = await place(rigged, folderName(`issue-${name}`), { 'docs/issue.md': text });
    const said = await refused(origin, { code: 1, ...refusal }, () => run());
    expect(said).toContain(`bailed: ${cause} (process)`);
    expect(said).toMatch(new RegExp(`next: mend .*, then: pawl resume ${id}`));
    await bailedCleanly(rigged, id, cause);
  });
});

describe('a source that is none', () => {
  const example = 'for example: pawl run docs/issue.md --issue 42';
  const cases: readonly (readonly [string, string, Omit<Refusal, 'code'>])[] = [
    ['a number', '42', { wrong: 'not on issues of a tracker', expected: 'local issue files', example }],
    [
      'a folder',
      'docs',
      { wrong: 'docs holds no tasks.md', expected: "a spec's folder", example: 'pawl run specs/0007-export' },
    ],
    [
      'a missing file',
      'docs/no.md',
      { wrong: "docs/no.md can't be read: there is no such file", expected: 'Expected a Markdown issue file', example },
    ],
  ];
  test.each(cases)('%s is wrong use (exit 2)', async (_name, typed, refusal) => {
    await refused(gated.origin, { code: 2, ...refusal }, () => gated.pawl('run', typed, '--agent', 'scripted'));
  });
});

describe('a repository that can not be worked on', () => {
  test('no git repository: wrong use (exit 2)', async () => {
    const { origin, id, run } = await place(rigged, 'no-git', {}, false);
    const refusal: Refusal = {
      code: 2,
      wrong: 'docs/issue.md lies in no checkout of a git repository',
      expected: 'works on the repository that holds the issue file',
      example: 'git init',
    };
    await refused(origin, refusal, () => run());
    await neverStarted(rigged, id);
  });

  test('no commits: base-unknown', async () => {
    const { origin, id, run } = await place(rigged, 'no-commits', {}, false);
    await cp(join(gated.origin, '.git'), join(origin, '.git'), { recursive: true });
    await rm(join(origin, '.git/refs/heads'), { recursive: true });
    await mkdir(join(origin, '.git/refs/heads'));
    const refusal: Refusal = {
      code: 1,
      wrong: `${origin} has no commits yet`,
      expected: 'expected at least one',
      example: 'git commit --allow-empty -m "Start"',
    };
    await refused(origin, refusal, () => run());
    await bailedCleanly(rigged, id, 'base-unknown');
  });

  test('tracked changes in the checkout: dirty-origin by name; --allow-dirty goes on from the commit, said aloud', async () => {
    const { origin, id, run } = await place(rigged, 'dirty');
    await writeFile(join(origin, 'src/numbers.js'), '// half a thought\n');
    const refusal: Refusal = {
      code: 1,
      wrong: /not committed: src\/numbers\.js/,
      expected: 'commit or stash them',
      example: '--allow-dirty',
    };
    await refused(origin, refusal, () => run());
    await bailedCleanly(rigged, id, 'dirty-origin');
    const before = await picture(origin);
    const done = await run('--allow-dirty', '--review-after', '--because', 'a test');
    expect(done).toMatchObject({ code: 0 });
    expect(`${done.stdout}${done.stderr}`).toMatch(/--allow-dirty: .*from the commit.*src\/numbers\.js/);
    // Git's own files are another matter now, as the branch is there; so is the mirror of the gear (design 5).
    const files = (all: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
      Object.entries(all).filter(([path]) => !/^\.(?:git|tdd)(?:\/|$)/.test(path));
    expect(files(await picture(origin))).toEqual(files(before));
  });

  test('an unknown base: base-unknown, with what was typed', async () => {
    const { origin, id, run } = await place(rigged, 'no-base');
    const refusal: Refusal = {
      code: 1,
      wrong: 'there is no commit "relase/9"',
      expected: 'expected a branch, tag or commit',
      example: 'for example: --base main',
    };
    await refused(origin, refusal, () => run('--base', 'relase/9'));
    await bailedCleanly(rigged, id, 'base-unknown');
  });

  test.each([
    [
      'an unknown key',
      '{"testComand": "node --test"}',
      'unknown key "testComand"',
      'expected one of test, results, setup',
    ],
    ['no JSON', '{"test": ', 'it is not JSON', 'expected one JSON object'],
  ])('pawl.json with %s: unsupported-repository, naming file and key', async (name, text, wrong, expected) => {
    const { origin, id, run } = await place(rigged, folderName(`json-${name}`), { 'pawl.json': text });
    const refusal: Refusal = { code: 1, wrong, expected, example: 'for example: {"test":"node --test"}' };
    expect(await refused(origin, refusal, () => run())).toContain('pawl.json');
    await bailedCleanly(rigged, id, 'unsupported-repository');
  });
});

describe('an agent that can not be asked', () => {
  const line = '"leaves": [{"role": "developer", "phase": "red"';
  const cases: readonly (readonly [string, string, string | RegExp, string])[] = [
    ['no JSON', '{"version": 1,', /not JSON: line 1, column \d+/, 'expected: one JSON object'],
    ['an unknown key', '{"version": 1, "leafs": []}', 'unknown key "leafs"', 'plan'],
    [
      'an unknown operation',
      '{"version": 1, "leaves": [{"role": "developer", "phase": "red", "do": [{"wirte": "a.js"}]}]}',
      'leaves[0].do[0]: no known operation in {"wirte":"a.js"}',
      'known: write',
    ],
  ];
  test.each(cases)(
    'a scenario with %s is wrong use (exit 2), with the place in it',
    async (name, text, wrong, expected) => {
      const { origin, id, pawl } = await place(rigged, folderName(`scenario-${name}`));
      const file = join(rigged.folder, `malformed-${folderName(name)}.json`);
      await writeFile(file, text);
      const refusal: Refusal = { code: 2, wrong, expected, example: line };
      await refused(origin, refusal, () => pawl('run', 'docs/issue.md', '--agent', 'scripted', '--scenario', file));
      await neverStarted(rigged, id);
    },
  );

  test('an unknown agent, a scripted one without its scenario, a scenario that is not there: wrong use (exit 2)', async () => {
    const { origin, id, pawl } = await place(rigged, 'agents');
    const example = '--agent scripted --scenario scenario.json';
    const run =
      (...flags: readonly string[]) =>
      (): Promise<Ended> =>
        pawl('run', 'docs/issue.md', ...flags);
    const unknown: Refusal = {
      code: 2,
      wrong: 'no agent "claud"',
      expected: 'knows: claude, codex, command, ',
      example,
    };
    await refused(origin, unknown, run('--agent', 'claud'));
    const bare: Refusal = { code: 2, wrong: 'needs its scenario', expected: 'scenario', example };
    await refused(origin, bare, run('--agent', 'scripted'));
    const missing: Refusal = { code: 2, wrong: 'no.json', expected: "can't be read", example: 'ENOENT' };
    await refused(origin, missing, run('--agent', 'scripted', '--scenario', 'no.json'));
    await neverStarted(rigged, id);
  });
});

describe('a message that is wrong', () => {
  const right = (): string => `pawl approve ${gated.id} --test ${hash.slice(0, 12)}`;
  const status = (): Promise<StatusView> => rigged.client.workflow.getHandle(gated.id).query<StatusView>('status');
  const stillAtGate = async (): Promise<StatusView> => {
    const now = await status();
    expect(now).toMatchObject({ state: 'gate', gate: { testHash: hash }, gear: { gear: 'review-before' }, stop: null });
    return now;
  };

  test('approve without --test and without a terminal: exit 2 and the full command; nothing is filled in', async () => {
    const refusal: Refusal = { code: 2, wrong: 'names the test it is for', expected: 'approve it:', example: right() };
    await refused(gated.origin, refusal, () => gated.pawl('approve'));
    await stillAtGate();
  });

  test('approve with one character, or what is no hash: exit 2, and the run never hears of it', async () => {
    const ignored = ignoredOf(await status()).length;
    for (const typed of [hash.slice(0, 1), hash.slice(0, 7), 'HEAD', '']) {
      const refusal: Refusal = {
        code: 2,
        wrong: `"${typed}"`,
        expected: '8 to 64',
        example: '--test 1f0c9a77e2b4',
      };
      await refused(gated.origin, refusal, () => gated.pawl('approve', '--test', typed));
    }
    expect(ignoredOf(await stillAtGate())).toHaveLength(ignored);
  });

  test('approve with the hash of another test: exit 2, ignored, and the right command is in the reason', async () => {
    const foreign = 'f'.repeat(64);
    const refusal: Refusal = {
      code: 2,
      wrong: `${foreign} is not the test`,
      expected: 'to approve that one',
      example: right(),
    };
    await refused(gated.origin, refusal, () => gated.pawl('approve', '--test', foreign));
    expect(ignoredOf(await stillAtGate()).at(-1)).toMatchObject({ name: 'approve' });
  });

  test.each<readonly [string, readonly string[], Omit<Refusal, 'code'>]>([
    [
      'gear review-after without --because',
      ['gear', 'review-after'],
      { wrong: 'shift to review-after', expected: 'needs a reason', example: 'pawl gear review-after --because "…"' },
    ],
    [
      'gear review-after with an empty --because',
      ['gear', 'review-after', '--because', '  '],
      { wrong: 'shift to review-after', expected: 'needs a reason', example: 'pawl gear review-after --because "…"' },
    ],
    [
      'reject without --because',
      ['reject'],
      { wrong: 'rejection', expected: 'needs a reason', example: 'pawl reject --because "' },
    ],
    [
      'stop with an unknown mode',
      ['stop', '--mode', 'sideways'],
      { wrong: '"sideways"', expected: 'expected at-ledger, at-leaf, now', example: 'pawl stop --mode at-leaf' },
    ],
  ])('%s: exit 2, nothing is sent', async (_name, args, refusal) => {
    const ignored = ignoredOf(await status()).length;
    await refused(gated.origin, { code: 2, ...refusal }, () => gated.pawl(...args));
    expect(ignoredOf(await stillAtGate())).toHaveLength(ignored);
  });

  test('a signal of the temporal CLI with a wrong or missing payload is ignored, and `pawl status` says why and how', async () => {
    const wrong: readonly (readonly [string, string | null])[] = [
      ['shiftGear', '{"gaer":"review-before"}'],
      ['approve', null],
      ['reject', '"because it is wrong"'],
    ];
    const known = ignoredOf(await status()).length;
    for (const [name, input] of wrong) {
      const payload = input === null ? [] : ['--input', input];
      const sent = await rigged.temporal(['workflow', 'signal', '-w', gated.id, '--name', name, ...payload]);
      expect(sent).toMatchObject({ code: 0 });
    }
    await until(async () => ignoredOf(await status()).length === known + wrong.length, 10_000);
    await stillAtGate();
    const said = await gated.pawl('status');
    // A wrong message harms nothing: the run waits as before.
    expect(said).toMatchObject({ code: 4 });
    expect(said.stdout).toMatch(/message +\S+ shiftGear .*ignored: .*expected \{"gear":/);
    expect(said.stdout).toMatch(/message +\S+ approve .*ignored: .*expected \{"test":/);
    expect(said.stdout).toMatch(/message +\S+ reject .*ignored: .*expected \{"because":/);
  });
});

describe('a wrong run', () => {
  test('an unknown id: exit 2, what a run is called, and the open ones', async () => {
    const unknown = 'tdd/acme/shop/issue-42';
    const refusal: Refusal = {
      code: 2,
      wrong: 'There is no run "tdd/no/such/issue-1"',
      expected: 'expected a workflow id',
      example: unknown,
    };
    const commands = ['status', 'approve', 'gear', 'stop', 'report', 'events', 'resume'];
    const act = (command: string) => (): Promise<Ended> => gated.pawl(command, 'tdd/no/such/issue-1');
    const said = await Promise.all(commands.map((command) => refused(gated.origin, refusal, act(command))));
    for (const text of said) expect(text).toContain(gated.id);
  });

  test('none open here: exit 2 and where to look, but `status` only says so (exit 0)', async () => {
    const { origin, pawl } = await place(rigged, 'none-open');
    const refusal: Refusal = { code: 2, wrong: `No run of ${origin}`, expected: 'Name the run', example: 'pawl list' };
    await refused(origin, refusal, () => pawl('stop'));
    const told = await pawl('status');
    expect(told).toMatchObject({ code: 0, stdout: '' });
    expect(told.stderr).toContain(`No run of ${origin} is open`);
  });

  test('several open here: exit 2 and the list; `status` prints the list (exit 0)', async () => {
    const { origin, id, scenario, pawl, run } = await place(rigged, 'several', { 'docs/other.md': storyIssue(1) });
    const other = {
      id: id.replace(/issue$/, 'other'),
      run: (): Promise<Ended> =>
        pawl('run', 'docs/other.md', '--agent', 'scripted', '--scenario', scenario, '--detach'),
    };
    await Promise.all([atGate(rigged, { id, run }), atGate(rigged, other)]);
    const both = new RegExp(`(?:${id}|${other.id})[^]*(?:${id}|${other.id})`);
    const refusal: Refusal = { code: 2, wrong: 'Name the run', expected: `these of ${origin} are open`, example: both };
    await until(async () => both.test((await pawl('status')).stdout), 10_000);
    await refused(origin, refusal, () => pawl('approve', '--test', hash));
    expect(await pawl('status')).toMatchObject({ code: 0, stdout: expect.stringMatching(both) });
  });
});

describe('no server', () => {
  test('each command says which address was asked and how to start one: exit 6', async () => {
    const refusal: Refusal = {
      code: 6,
      wrong: 'No Temporal server answers at 127.0.0.1:1',
      expected: 'TEMPORAL_ADDRESS or config.json names this server',
      example: 'pawl up',
    };
    const { origin } = gated;
    const commands = [
      ['run', 'docs/issue.md', '--agent', 'scripted', '--scenario', gated.scenario],
      ['status'],
      ['list'],
      ['approve', '--test', hash],
      ['resume', gated.id],
    ];
    const env = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const act = (args: readonly string[]) => (): Promise<Ended> => rigged.pawl(args, { cwd: origin, env });
    await Promise.all(commands.map((args) => refused(origin, refusal, act(args))));
  });
});
