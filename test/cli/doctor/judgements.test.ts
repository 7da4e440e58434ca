import { describe, expect, test } from '@jest/globals';
import { judgeAgent, judgeChosen } from '../../../src/cli/doctor/agents.js';
import { judgeAttributes } from '../../../src/cli/doctor/attributes.js';
import type { Check } from '../../../src/cli/doctor/check.js';
import { judgeJail } from '../../../src/cli/doctor/jail.js';
import { judgeGit, judgeHome, judgeNode } from '../../../src/cli/doctor/machine.js';
import { judgeAuthor, judgeRepository, judgeTests, type RepositoryLook } from '../../../src/cli/doctor/repository.js';
import { judgeServer, unasked, type ServerPlace } from '../../../src/cli/doctor/server.js';
import type { ServerAnswer } from '../../../src/cli/doctor/server-look.js';
import { judgeConfigFile, judgePawlJson } from '../../../src/cli/doctor/settings.js';
import { judgeWorker } from '../../../src/cli/doctor/worker.js';
import { searchAttributeTypes } from '../../../src/contract/search-attributes.js';

/** `level: found -> fix` on one line. */
const shown = ({ level, found, fix }: Check): string => `${level}: ${found}${fix === null ? '' : ` -> ${fix}`}`;

describe('the machine', () => {
  test.each([
    ['v20.0.0', 'ok'],
    ['v24.1.0-nightly', 'ok'],
    ['v100.0.0', 'ok'],
    ['v18.20.4', 'fail'],
    ['v9.0.0', 'fail'],
    ['', 'fail'],
  ])('node %s: %s', (version, level) => {
    expect(judgeNode(version).level).toBe(level);
  });

  test.each([
    ['git version 2.36.0', 'ok: 2.36.0'],
    ['git version 2.39.5 (Apple Git-154)', 'ok: 2.39.5'],
    ['git version 2.100.1.windows.2', 'ok: 2.100.1'],
    ['git version 2.9.5', 'fail: 2.9.5 is too old -> install git 2.36 or newer'],
    ['hello', 'fail: "hello" names no version -> install git 2.36 or newer'],
  ])('%s', (says, expected) => {
    expect(shown(judgeGit(says))).toBe(expected);
  });

  test('no git at all', () => {
    expect(shown(judgeGit(null))).toMatch(/^fail: not found on PATH -> apt-get install git/);
  });

  const mib = 1_048_576;
  test.each([
    [{ freeBytes: 5_000 * mib }, /^ok: \/p, 4 GiB free$/],
    [{ freeBytes: 5_000 * mib, isThere: false }, /^ok: \/p \(not made yet\), 4 GiB free$/],
    [{ freeBytes: 700 * mib }, /^warn: .* 700 MiB free; a run needs 500 MiB -> make room/],
    [{ freeBytes: 400 * mib }, /^fail: .* 400 MiB free; a run needs 500 MiB -> make room/],
    [{ problem: '/p is no folder' }, /^fail: \/p is no folder -> name a home that can be written/],
  ])('home %j', (facts, expected) => {
    expect(shown(judgeHome({ path: '/p', problem: null, isThere: true, freeBytes: 9e9, ...facts }))).toMatch(expected);
  });
});

const own: ServerPlace = { address: '127.0.0.1:7233', namespace: 'default', isNamed: false, own: 'running' };
const named: ServerPlace = { address: 't.example:7233', namespace: 'team', isNamed: true, own: null };
const answering = (more: Partial<Extract<ServerAnswer, { kind: 'answers' }>['look']> = {}): ServerAnswer => ({
  kind: 'answers',
  look: { version: '1.32.0', namespace: 'there', attributes: {}, queues: [], ...more },
});
const silent: ServerAnswer = { kind: 'silent', why: 'nothing answers there' };

describe('the server', () => {
  test.each([
    [own, answering(), /^ok: 1\.32\.0 at 127\.0\.0\.1:7233, namespace default$/],
    [own, answering({ version: '1.30.4' }), /^ok/],
    [own, answering({ version: '1.30.3' }), /^fail: 1\.30\.3 .* too old -> pawl down && pawl up$/],
    [named, answering({ version: '1.9.9' }), /^fail: .* -> upgrade it to 1\.30\.4 or newer/],
    [named, answering({ version: null }), /^warn: of unknown version .* -> make sure that it is 1\.30\.4/],
    [named, answering({ namespace: 'missing' }), /^fail: .* no namespace team -> temporal operator namespace create .*t\.example:7233 --namespace team$/],
    [named, silent, /^fail: t\.example:7233: nothing answers there -> start that server, or correct TEMPORAL_ADDRESS/],
    [own, silent, /^fail: .* -> pawl down && pawl up$/],
    [{ ...own, own: 'none' as const }, silent, /^fail: none runs on this machine .* -> pawl up$/],
    [{ ...own, own: 'stopped' as const }, silent, /^fail: the one of this machine was stopped, or ended .* -> pawl up$/],
    [{ ...own, own: 'unreadable' as const }, silent, /^fail: its record .* can't be read.* -> pawl up$/],
    [named, { kind: 'refused' as const, why: 'unauthorized \u001b[31m' }, /^fail: t\.example:7233 refuses: unauthorized -> give the key/],
  ])('%# is judged', (place, answer, expected) => {
    expect(shown(judgeServer(place, answer))).toMatch(expected);
  }); // prettier-ignore

  test('what needs its answer is not looked at without one', () => {
    expect(unasked('worker', silent)?.level).toBe('warn');
    expect(unasked('worker', answering({ namespace: 'missing' }))?.level).toBe('warn');
    expect(unasked('worker', answering())).toBeNull();
  });
});

describe('search attributes', () => {
  const all = Object.fromEntries(searchAttributeTypes.map(({ name, type }) => [name, type === 'Keyword' ? 2 : 6]));
  const judge = (place: ServerPlace, there: Readonly<Record<string, number>> | null): string =>
    shown(judgeAttributes(place, searchAttributeTypes, there));

  test('all there, with the right types', () => {
    expect(judge(own, { ...all, SomebodyElses: 1 })).toMatch(/^ok: all 9 /);
  });

  test('F44: missing ones are named with the command that makes them', () => {
    const { PawlPhaseSince: _, ...rest } = all;
    const create =
      / -> temporal operator search-attribute create --address t\.example:7233 --namespace team --name PawlPhaseSince --type Datetime$/;
    expect(judge(named, rest)).toMatch(create);
    expect(judge(own, rest)).toBe('fail: missing search attributes: PawlPhaseSince -> pawl up');
  });

  test('one of another type is never removed without a thought', () => {
    expect(judge(own, { ...all, PawlState: 1 })).toMatch(
      /^fail: search attributes of another type: PawlState must be Keyword -> if nothing else uses them: .*remove .*--name PawlState$/,
    );
  });

  test('a server that does not list them', () => {
    expect(judge(named, null)).toMatch(/^warn: /);
  });
});

describe('the worker', () => {
  const look = (pollers: readonly string[], queue = 'pawl') => ({ queue, kind: 'workflow' as const, pollers });
  test.each([
    [[look(['ada@x']), look(['ada@x'], 'q1'), look(['ada@x'], 'q2')], 'h1', /^ok: ada@x polls as host h1$/],
    [[look([]), look([], 'q1')], 'h1', /^fail: none polls.* -> pawl worker --detach$/],
    [[look([])], null, /^fail: none polls/],
    [[look(['bob@y'])], null, /^warn: bob@y polls, but none on this machine -> pawl worker --detach$/],
    [[look(['bob@y']), look([], 'q1'), look([], 'q2')], 'h1', /^warn: bob@y polls, but nobody polls q1 and q2 of this machine/],
    [[look([]), look(['ada@x'], 'q1')], 'h1', /^fail: nobody polls pawl, though ada@x does/],
    [null, 'h1', /^warn: the server does not tell/],
  ])('%# is judged', (looks, hostId, expected) => {
    expect(shown(judgeWorker(looks, hostId))).toMatch(expected);
  }); // prettier-ignore
});

describe('agents', () => {
  const missing = { usable: false, version: null, problem: 'claude is not on PATH; mend: npm install -g it' };
  test('one that runs take by default must be usable, any other need not', () => {
    expect(shown(judgeAgent({ name: 'claude', ...missing }, 'claude'))).toBe(
      'fail: claude is not on PATH (the agent of runs that name none) -> npm install -g it',
    );
    expect(shown(judgeAgent({ name: 'claude', ...missing }, 'scripted'))).toBe(
      'warn: claude is not on PATH -> npm install -g it',
    );
    const good = judgeAgent({ name: 'claude', usable: true, version: '2.1.332', problem: null }, 'claude');
    expect(shown(good)).toBe('ok: 2.1.332 (the agent of runs that name none)');
    expect(good.notes.join()).toContain('environment of this shell');
    expect(judgeAgent({ name: 'scripted', usable: true, version: null, problem: null }, 'claude').found).toContain(
      'no model is asked',
    );
  });

  test('the one that config.json names is there, or the doctor says why not', () => {
    const known = ['claude', 'command', 'scripted'];
    expect(judgeChosen('claude', known, ['claude', 'scripted'])).toBeNull();
    expect(shown(judgeChosen('command', known, ['claude']) ?? judgeNode(''))).toMatch(/^fail: .*does not say what it is -> "command":\{"argv"/);
    expect(shown(judgeChosen('gpt', known, known) ?? judgeNode(''))).toMatch(/^fail: .*no agent of that name -> name one of claude, command/);
  }); // prettier-ignore
});

describe('the jail', () => {
  const limits = ['reads what you can read'];
  test.each([
    ['auto', { kind: 'chosen', jail: 'bubblewrap', says: 'jail: bubblewrap works (/b)', limits }, 'ok: bubblewrap works (/b) (setting: auto)'],
    ['process', { kind: 'chosen', jail: 'process', says: 'jail: process, as configured', limits }, 'ok: process, as configured (setting: process)'],
    ['auto', { kind: 'chosen', jail: 'process', says: 'jail: process only, because it is not there; mend: install it', limits }, 'warn: process only, because it is not there (setting: auto) -> install it'],
    ['required', { kind: 'missing', why: 'the setting "jail" is "required", but no; mend: do' }, 'fail: the setting "jail" is "required", but no -> do; or "jail": "auto" in config.json, which needs no walls'],
  ] as const)('%s, %j', (setting, look, expected) => {
    expect(shown(judgeJail(setting, look))).toBe(expected);
    if (look.kind === 'chosen') expect(judgeJail(setting, look).notes).toEqual(limits);
  }); // prettier-ignore
});

describe('settings', () => {
  const file = { path: '/c/config.json', mode: 0o100600, holdsKey: false, problem: null };
  test.each([
    [{}, /^ok: \/c\/config\.json$/],
    [{ mode: null }, /^ok: none \(\/c\/config\.json\)/],
    [{ mode: 0o100644 }, /^ok/],
    [{ mode: 0o100644, holdsKey: true }, /^warn: .* API key and others can read it -> chmod 600 \/c\/config\.json$/],
    [{ mode: 0o100664 }, /^warn: others may change .* -> chmod 600/],
    [{ mode: null, problem: 'TEMPORAL_ADDRESS: "x y" is no address' }, /^fail: TEMPORAL_ADDRESS: .* -> mend what is named there$/],
  ])('config.json %j', (facts, expected) => {
    expect(shown(judgeConfigFile({ ...file, ...facts }))).toMatch(expected);
  }); // prettier-ignore

  test.each([
    [null, null, /^ok: none/],
    ['{}', null, /^ok: read$/],
    ['{"test":"node --test","maxFiles":2}', null, /^ok: read; test: node --test; it tightens limits$/],
    ['{"gear":"review-after"}', null, /^fail: .*can't set the gear.* -> mend the file and commit it/],
    [null, 'EISDIR', /^fail: it can't be read \(EISDIR\)/],
  ])('pawl.json %j', (text, problem, expected) => {
    expect(shown(judgePawlJson(text, problem))).toMatch(expected);
  });
});

describe('the repository', () => {
  const clean: RepositoryLook = {
    path: '/r',
    bare: false,
    remoteSlug: 'acme/shop',
    headBranch: 'main',
    hasCommits: true,
    trackedChanges: [],
    untracked: [],
    author: { name: 'Ada', email: 'ada@example.org' },
    wantsSigning: false,
    unsupported: [],
  };
  test.each([
    [{}, /^ok: \/r, acme\/shop, branch main$/],
    [{ trackedChanges: ['a', 'b', 'c', 'd', 'e', 'f'] }, /^warn: .*not committed: a, b, c, d, e and 1 more -> commit or stash/],
    [{ trackedChanges: ['a\n\u001b[2Jb'] }, /not committed: a b ->/],
    [{ headBranch: null }, /^warn: .*no branch -> pawl run … --base <branch>$/],
    [{ hasCommits: false }, /^fail: .*no commits.* -> git commit --allow-empty/],
    [{ unsupported: ['Git LFS'] }, /^fail: \/r: Git LFS -> work on another repository$/],
  ])('%j', (facts, expected) => {
    expect(shown(judgeRepository({ ...clean, ...facts }))).toMatch(expected);
  }); // prettier-ignore

  test('none here is no failure; untracked files are told as a note', () => {
    expect(judgeRepository(null).level).toBe('ok');
    expect(judgeRepository({ ...clean, untracked: ['x'] }).notes).toEqual(['not part of a run: untracked x']);
  });

  test('whose commits they would be', () => {
    expect(shown(judgeAuthor(clean))).toBe('ok: Ada <ada@example.org>');
    expect(shown(judgeAuthor({ ...clean, author: null }))).toMatch(/^fail: .* -> git config --global user\.name/);
  });

  test('design 5: whether and how they would be signed', () => {
    const how = { format: 'ssh', key: '~/id.pub', program: 'ssh-keygen' } as const;
    const can = judgeAuthor({ ...clean, wantsSigning: true, signing: { kind: 'can', how } });
    expect(shown(can)).toBe('ok: Ada <ada@example.org>; commits are signed (ssh, key ~/id.pub)');
    expect(can.notes.join()).toContain('tried at the start of each run');
    const why = 'commit.gpgsign is set, but no; or without signatures: git config commit.gpgsign false';
    const refused = judgeAuthor({ ...clean, wantsSigning: true, signing: { kind: 'refused', why } });
    expect(shown(refused)).toBe(`fail: Ada <ada@example.org>; ${why}`);
  });

  const known = ['node-test', 'pytest'];
  test.each([
    [{ wanted: null, known, found: ['node --test'] }, /^ok: node --test \(detected\)$/],
    [{ wanted: null, known, found: [] }, /^warn: found none .*node-test, pytest.* -> name the command/],
    [{ wanted: null, known, found: ['a', 'b'] }, /^warn: several commands fit: "a", "b" -> choose one/],
    [{ wanted: { line: 'x', isKnown: true }, known: [], found: [] }, /^ok: x \(from pawl\.json\)$/],
    [{ wanted: { line: 'make', isKnown: false }, known, found: [] }, /^fail: pawl\.json names "make": it belongs to no runner/],
    [{ wanted: { line: "'", isKnown: null }, known, found: [] }, /^fail: .*no shell could read it/],
  ])('R16: tests %#', (look, expected) => {
    expect(shown(judgeTests(look))).toMatch(expected);
  }); // prettier-ignore
});
