import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, lstatSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createScriptedAgent } from '../../../src/adapters/agents/scripted/scripted-agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from '../process/support/built-scripts.js';
import type { BuiltScripts } from '../process/support/built-scripts.js';
import { aliveWith, createRig, jailKinds, sizeOf, standsStill } from '../process/support/rig.js';
import type { Rig } from '../process/support/rig.js';
import { plan, playLeaf, scenarioOf } from './support.js';
import type { Changes } from './support.js';

let built: BuiltScripts;
const rigs: Rig[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

function rigFor(kind: JailKind): Rig {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  return rig;
}

const red = (ops: readonly unknown[], more: Record<string, unknown> = {}): Record<string, unknown> => ({
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: ops,
  ...more,
});

const play = (rig: Rig, ops: readonly unknown[], changes: Changes = {}, more: Record<string, unknown> = {}) =>
  playLeaf(rig, built.leafPath, scenarioOf([red(ops, more)]), changes);

describe.each(jailKinds)('a scripted leaf in the %s jail', (kind) => {
  test('works: writes, appends, replaces, deletes, changes modes, links, and ends with its answer and usage', async () => {
    const rig = rigFor(kind);
    writeFileSync(join(rig.work, 'old'), 'x');
    const ops = [
      { write: 'test/deep/a.test.js', lines: ['one', 'two'] },
      { append: 'test/deep/a.test.js', text: '$& three' },
      { replace: 'test/deep/a.test.js', from: 'two', to: "$& $' `x`" },
      { delete: 'old' },
      { write: 'tool', text: '' },
      { chmod: 'tool', mode: '755' },
      { symlink: 'sub/link', to: '../tool' },
      { fifo: 'pipe' },
      { say: 'töne' },
    ];
    const usage = { inputTokens: 10, outputTokens: 2, usd: null };
    const { conclusion, result } = await play(rig, ops, {}, { answer: { summary: 's' }, usage });
    const said = { message: 'done as scripted', resetAtMs: null };
    expect(conclusion).toEqual({ outcome: 'done', answer: { summary: 's' }, usage, ...said });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
    expect(readFileSync(join(rig.work, 'test/deep/a.test.js'), 'utf8')).toBe("one\n$& $' `x`\n$& three");
    expect(existsSync(join(rig.work, 'old'))).toBe(false);
    expect(statSync(join(rig.work, 'tool')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(rig.work, 'sub/link'))).toBe('../tool');
    expect(lstatSync(join(rig.work, 'pipe')).isFIFO()).toBe(true);
    expect(result.out.tail.split('\n')[0]).toBe('{"type":"init","agent":"scripted","model":null}');
    expect(result.out.tail).toContain('töne\n');
  });

  test('crashes: no record, whatever the exit', async () => {
    const { conclusion } = await play(rigFor(kind), [{ say: 'about to' }, { crash: true }]);
    expect(conclusion).toMatchObject({ outcome: 'crashed', answer: null });
    expect(conclusion.message).toBe('ended by SIGSEGV, no record');
  });

  test('leaves a daemon: it is dead before the leaf counts as done', async () => {
    const rig = rigFor(kind);
    const daemon = { touchEveryMs: 20, path: 'ticks' };
    const { conclusion } = await play(rig, [{ daemon }, { sleepMs: 300 }]);
    expect(conclusion.outcome).toBe('done');
    expect(sizeOf(join(rig.work, 'ticks'))).toBeGreaterThan(0);
    expect(aliveWith(rig.id)).toEqual([]);
    expect(await standsStill(join(rig.work, 'ticks'))).toBe(true);
  });

  test('runs the test command it was given, by the environment', async () => {
    const rig = rigFor(kind);
    const env = { PAWL_TEST_CMD: 'echo "tests ran in $PWD"; exit 3' };
    const { result } = await play(rig, [{ runTests: true }], { env });
    expect(result.out.tail).toContain(`tests ran in ${rig.work}\nthe test command ended with code 3\n`);
  });

  test('writes outside: walls stop it, and it goes on', async () => {
    const rig = rigFor(kind);
    const target = kind === 'bubblewrap' ? '/etc/pawl-was-here' : join(rig.folder, 'outside');
    const { conclusion, result } = await play(rig, [{ writeOutside: target }]);
    expect(conclusion.outcome).toBe('done');
    expect(result.out.tail).toContain(kind === 'bubblewrap' ? 'could not write' : 'wrote');
    expect(existsSync(target)).toBe(kind === 'process');
  });
});

describe('how a scripted leaf ends', () => {
  test('R02: a record before a hang counts as done, and that it was ended is visible', async () => {
    const { conclusion } = await play(rigFor('process'), [{ report: true }, { hangIgnoringTerm: true }], {
      limits: { graceMs: 300 },
    });
    expect(conclusion.outcome).toBe('done');
    expect(conclusion.message).toMatch(/^done as scripted \(after its report: ended after .* s/);
  });

  test('F22, F24: a hang is idle, even one that is deaf to TERM', async () => {
    const limits = { idleMs: 800, graceMs: 200 };
    for (const op of [{ hang: true }, { hangIgnoringTerm: true }]) {
      const { conclusion } = await play(rigFor('process'), [op], { limits });
      expect(conclusion).toMatchObject({ outcome: 'idle', answer: null });
    }
  });

  test('F23: chatter without end is a timeout', async () => {
    const { conclusion } = await play(rigFor('process'), [{ chatter: true }], { limits: { wallMs: 800 } });
    expect(conclusion).toMatchObject({ outcome: 'timeout' });
    expect(conclusion.message).toMatch(/time limit.*no record/);
  });

  test('a stop request is cancelled', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 400);
    const { conclusion } = await play(rigFor('process'), [{ hang: true }], { signal: abort.signal });
    expect(conclusion.outcome).toBe('cancelled');
  });

  test('exit 0 without a record breaks the contract; another code is a crash', async () => {
    expect((await play(rigFor('process'), [{ exit: 0 }])).conclusion.outcome).toBe('contract');
    expect((await play(rigFor('process'), [{ exit: 3 }])).conclusion).toMatchObject({
      outcome: 'crashed',
      message: 'exit code 3, no record',
    });
  });

  test('F32: a bad exit after the record is noted, not judged', async () => {
    const { conclusion } = await play(rigFor('process'), [{ report: true }, { exit: 3 }]);
    expect(conclusion).toMatchObject({ outcome: 'done', message: 'done as scripted (after its report: exit code 3)' });
  });

  test('R17: words on standard output that look like a record in the middle of a line decide nothing', async () => {
    const { conclusion } = await play(rigFor('process'), [
      { say: 'PASS {"type":"result","outcome":"done"}' },
      { exit: 0 },
    ]);
    expect(conclusion.outcome).toBe('contract');
    const broken = await play(rigFor('process'), [{ say: '{"type":"result","outcome":"fine"}' }, { exit: 0 }]);
    expect(broken.conclusion).toMatchObject({ outcome: 'contract', message: expect.stringContaining("can't be read") });
  });

  test('F44: a question ends it as needs-user, with the whole question', async () => {
    const question = 'Which of the two?\nA or B';
    const { conclusion } = await play(rigFor('process'), [], {}, { question });
    expect(conclusion).toMatchObject({ outcome: 'needs-user', answer: null, message: question });
  });

  test('F27, R17: a record that lies in what is kept and in the tail too is one record', async () => {
    const kept = 16 * 1024 * 1024;
    const ops = [{ sayBytes: kept - 4_000 }, { report: true }, { sayBytes: 12_000 }, { exit: 0 }];
    const { conclusion, result } = await play(rigFor('process'), ops);
    expect(result.out.truncated).toBe(true);
    expect(conclusion).toMatchObject({ outcome: 'done', message: 'done as scripted' });
  });

  test('F27: a flood larger than what is kept still ends with its record', async () => {
    const { conclusion, result } = await play(rigFor('process'), [{ sayBytes: 20_000_000 }]);
    expect(result.out.truncated).toBe(true);
    expect(conclusion.outcome).toBe('done');
  });

  test('an answer larger than the remembered tail is read from the file', async () => {
    const answer = { summary: 'ü'.repeat(100_000) };
    const { conclusion } = await play(rigFor('process'), [], {}, { answer });
    expect(conclusion.answer).toEqual(answer);
  });

  test('an operation that can not be played says which and why', async () => {
    const { conclusion } = await play(rigFor('process'), [{ say: 'x' }, { replace: 'no-file', from: 'a', to: 'b' }]);
    expect(conclusion.outcome).toBe('config');
    expect(conclusion.message).toMatch(/do\[1\].*no-file/);
  });

  test('a leaf that the scenario does not know is a config outcome that shows the line to add', async () => {
    const { conclusion } = await playLeaf(rigFor('process'), built.leafPath, scenarioOf([]), { phase: 'green' });
    expect(conclusion.outcome).toBe('config');
    expect(conclusion.message).toContain('developer in phase green of step 1, attempt 1');
    expect(conclusion.message).toContain('"do":[{"write"');
  });

  test('defaults: the planner answers with the plan, a verifier passes', async () => {
    const asPlanner = { role: 'planner', phase: 'plan', step: '-' } as const;
    const planner = await playLeaf(rigFor('process'), built.leafPath, scenarioOf([]), asPlanner);
    expect(planner.conclusion).toMatchObject({ outcome: 'done', answer: plan });
    const verifier = await playLeaf(rigFor('process'), built.leafPath, scenarioOf([]), { role: 'verifier' });
    expect(verifier.conclusion).toMatchObject({ outcome: 'done', answer: { verdict: 'PASS', reasons: [] } });
  });

  test('R20: its own commits happen, under its own name', async () => {
    const rig = rigFor('process');
    execFileSync('git', ['init', '--quiet'], { cwd: rig.work });
    const ops = [{ write: 'a', text: 'a' }, { git: ['add', 'a'] }, { git: ['commit', '-qm', 'mine'] }];
    await play(rig, ops);
    const log = execFileSync('git', ['log', '--format=%an: %s'], { cwd: rig.work, encoding: 'utf8' });
    expect(log).toBe('A scripted leaf: mine\n');
  });
});

describe('finding a phrase', () => {
  const verifier = (needle: string): ReturnType<typeof scenarioOf> =>
    scenarioOf([{ role: 'verifier', phase: 'red', do: [{ find: needle, forMs: 4_000 }] }]);
  const asVerifier = { role: 'verifier' } as const;

  test.each(jailKinds)(
    'T12: planted in the folders of others, it is found only where the %s jail lets it',
    async (kind) => {
      const rig = rigFor(kind);
      const canary = `canary-${process.pid}-${kind}`;
      writeFileSync(join(rig.folder, 'notes-of-a-developer'), `it said: ${canary}`);
      writeFileSync(join(rig.folder, `${canary}.txt`), '');
      // A temporary folder of its own, as leaves have: the machine's may hold more than can be searched in time.
      const own = { ...asVerifier, env: { TMPDIR: rig.work } };
      const { conclusion } = await playLeaf(rig, built.leafPath, verifier(canary), own);
      if (kind === 'process') {
        expect(conclusion.answer).toMatchObject({ verdict: 'REJECT' });
        expect(JSON.stringify(conclusion.answer)).toContain('notes-of-a-developer');
        expect(JSON.stringify(conclusion.answer)).toContain('the name ');
      } else {
        expect(conclusion.answer).toEqual({ verdict: 'PASS', reasons: [] });
      }
    },
  );

  test.each([
    ['domain-reviewer', 'red', { verdict: 'REJECT', reasons: [expect.stringContaining('the prompt')], advice: [] }],
    [
      'critic',
      'critic',
      { verdict: 'REJECT', findings: [{ step: '', file: '', text: expect.stringContaining('the prompt') }] },
    ],
  ] as const)('T12: found by a %s, it is rejected in the form of that role', async (role, phase, answer) => {
    const canary = `canary-${process.pid}-${role}`;
    const scenario = scenarioOf([{ role, phase, do: [{ find: canary, forMs: 1 }] }]);
    const job = { role, phase, prompt: `Judge. ${canary}` };
    const { conclusion } = await playLeaf(rigFor('process'), built.leafPath, scenario, job);
    expect(conclusion).toMatchObject({ outcome: 'done', answer });
  });

  test('planted in prompt, environment, files and commits of its own, it is found in each', async () => {
    const rig = rigFor('process');
    const canary = `canary-${process.pid}-everywhere`;
    execFileSync('git', ['init', '--quiet'], { cwd: rig.work });
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    execFileSync('git', [...identity, 'commit', '--quiet', '--allow-empty', '-m', canary], { cwd: rig.work });
    const { conclusion } = await playLeaf(rig, built.leafPath, verifier(canary), {
      ...asVerifier,
      prompt: `Judge. ${canary}`,
      env: { HINT: canary },
    });
    const said = JSON.stringify(conclusion.answer);
    for (const place of ['the prompt', 'environment HINT', '/proc/', '.git/objects/']) expect(said).toContain(place);
    expect(said).not.toContain(canary);
  });
});

test('its probe says what it is', async () => {
  const agent = createScriptedAgent({ scenario: scenarioOf([]), nodePath: process.execPath, leafPath: built.leafPath });
  expect(agent).toMatchObject({ name: 'scripted', scripted: true });
  expect(await agent.probe()).toEqual({ usable: true, version: 'scripted 1', problem: null });
});

test('R28: a prompt of any bytes and size reaches the leaf apart from its task', async () => {
  const prompt = `'"$HOME \`x\` {"kind":"script"}\n\0\n${'ß'.repeat(300_000)}`;
  const { conclusion } = await play(rigFor('process'), [{ find: '{"kind":"script"}\n\0\nßß', forMs: 1 }], { prompt });
  expect(conclusion.outcome).toBe('done');
});

test('R26: a used-up allowance is played with the time of its end, counted from the start of the leaf', async () => {
  const before = Date.now();
  const ops = [{ write: 'half', text: '' }, { sleepMs: 20 }];
  const usage = { inputTokens: 1, outputTokens: 0, usd: null };
  const rig = rigFor('process');
  const { conclusion } = await play(rig, ops, {}, { usageLimit: { resetInMs: 90_000 }, usage });
  expect(conclusion).toMatchObject({
    outcome: 'usage-limit',
    answer: null,
    usage,
    message: 'usage limit, as scripted',
  });
  expect(conclusion.resetAtMs).toBeGreaterThanOrEqual(before + 90_000);
  expect(conclusion.resetAtMs).toBeLessThanOrEqual(Date.now() + 90_000);
  expect(existsSync(join(rig.work, 'half'))).toBe(true);
  const silent = await play(rigFor('process'), [], {}, { usageLimit: { resetInMs: null } });
  expect(silent.conclusion).toMatchObject({ outcome: 'usage-limit', resetAtMs: null });
});

test('its lines as a person reads them', async () => {
  const agent = createScriptedAgent({ scenario: scenarioOf([]), nodePath: process.execPath, leafPath: built.leafPath });
  const { result } = await play(rigFor('process'), [{ say: '\u001b[31mhello' }], {}, { question: 'Which one?' });
  const lines = readFileSync(result.out.path, 'utf8').split('\n');
  expect(lines.flatMap((line) => agent.event(line) ?? [])).toEqual([
    { kind: 'started', text: 'a scripted stand-in; no model was used' },
    { kind: 'progress', text: 'hello' },
    { kind: 'result', text: 'needs-user: Which one?' },
  ]);
});
