import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgents } from '../../../src/adapters/agents/agents.js';
import type { AgentSettings, CommandSettings } from '../../../src/domain/leaf/agent-settings.js';
import type { Agent, LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import type { ProgramResult } from '../../../src/ports/program.js';
import { buildScripts, type BuiltScripts } from '../process/support/built-scripts.js';
import { createRig, jailKinds, type Rig } from '../process/support/rig.js';

let built: BuiltScripts;
const rigs: Rig[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

function agentFor(command: CommandSettings, more: Partial<AgentSettings> = {}): Agent {
  const agent = createAgents({ claude: {}, command, env: {}, path: '/usr/bin:/bin', ...more }).find(
    ({ name }) => name === 'command',
  );
  if (agent === undefined) throw new Error('no agent "command"');
  return agent;
}

interface Played {
  readonly conclusion: LeafConclusion;
  readonly result: ProgramResult;
}

/** A leaf whose program is this shell script, in a folder that a jail hides. */
async function play(
  kind: JailKind,
  body: string,
  command: Partial<CommandSettings> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  const [bin, temporary] = [join(rig.folder, 'tool/bin'), join(rig.folder, 'temporary')];
  mkdirSync(bin, { recursive: true });
  mkdirSync(temporary);
  const program = join(bin, 'my-agent');
  writeFileSync(program, `#!/bin/sh\n${body}\n`);
  chmodSync(program, 0o755);
  const agent = agentFor({ argv: ['my-agent', 'an argument'], ...command }, { path: `${bin}:/usr/bin:/bin`, env });
  const job: LeafJob = {
    leafId: rig.id,
    role: 'verifier',
    phase: 'green',
    step: '4',
    attempt: 1,
    tier: 'strong',
    prompt: 'Judge "it".\n',
    shell: true,
    schema: { type: 'object' },
    folders: { work: rig.work, home: rig.work, temporary, logs: rig.logs },
    env: {},
  };
  const planned = agent.plan(job);
  const result = await rig.run(planned.argv, {
    env: { PATH: '/usr/bin:/bin', HOME: rig.work, TMPDIR: temporary, ...planned.env },
    stdin: planned.stdin,
    walls: { writable: [rig.work, temporary], readable: planned.readable },
    limits: { idleMs: 3_000 },
  });
  return { conclusion: await agent.conclude(job, result), result };
}

describe.each(jailKinds)('a leaf of any program, in the %s jail', (kind) => {
  test('gets the prompt on standard input and the rest by the environment; its last line is the answer', async () => {
    const body = [
      'prompt=$(cat)',
      'echo "{\\"a log line\\":1}"',
      'case "$MINE$SECRET" in wanted) ;; *) exit 9;; esac',
      'printf \'{"args":"%s","prompt":"%s","who":"%s %s %s %s %s","schema":%s}\\n\\n\' ' +
        '"$*" "$(echo "$prompt" | tr -d \'"\')" "$PAWL_TIER" "$PAWL_ROLE" "$PAWL_PHASE" "$PAWL_STEP" "$PAWL_LEAF_ID" "$PAWL_ANSWER_SCHEMA"',
    ].join('\n');
    const { conclusion } = await play(kind, body, { env: ['MINE'] }, { MINE: 'wanted', SECRET: 'x' });
    expect(conclusion).toMatchObject({ outcome: 'done', usage: null, message: 'answered' });
    expect(conclusion.answer).toEqual({
      args: 'an argument',
      prompt: 'Judge it.',
      who: expect.stringMatching(/^strong verifier green 4 test-/),
      schema: { type: 'object' },
    });
  });

  test('or its file is', async () => {
    const body = 'cat >/dev/null; echo talk; echo \'{"verdict":"PASS",\n"reasons":[]}\' >"$PAWL_ANSWER_FILE"';
    const { conclusion } = await play(kind, body, { answer: 'file' });
    expect(conclusion).toMatchObject({ outcome: 'done', answer: { verdict: 'PASS', reasons: [] } });
  });
});

describe('how such a leaf ended', () => {
  test.each([
    ['exit 0', 'contract', 'found: nothing'],
    ['echo PASS', 'contract', 'found: PASS'],
    ['echo \'{"verdict":"PASS"}\'; echo bye', 'contract', 'found: bye'],
    ['echo \'["PASS"]\'', 'contract', 'found: ["PASS"]'],
    ['echo "no quota left"; exit 3', 'crashed', 'exit code 3, no answer; expected one JSON object as the last line'],
    ['kill -9 $$', 'killed-external', 'no answer'],
    ['kill -SEGV $$', 'crashed', 'no answer'],
    ['sleep 100', 'idle', 'nothing happened any more'],
  ])('R03: %s is %s', async (body, outcome, message) => {
    const { conclusion } = await play('process', `cat >/dev/null; ${body}`);
    expect(conclusion).toMatchObject({ outcome, answer: null });
    expect(conclusion.message).toContain(message);
  });

  test('F32: an answer counts whatever the exit code; that is said', async () => {
    const { conclusion } = await play('process', 'echo \'{"a":1}\'; exit 3');
    expect(conclusion).toMatchObject({ outcome: 'done', answer: { a: 1 } });
    expect(conclusion.message).toContain('after its report: exit code 3');
  });

  test('F27: an answer after more output than is kept', async () => {
    const { conclusion, result } = await play('process', 'head -c 20000000 /dev/zero; echo; echo \'{"a":1}\'');
    expect(result.out.truncated).toBe(true);
    expect(conclusion).toMatchObject({ outcome: 'done', answer: { a: 1 } });
  });

  test('T7: an answer file that is a link, a pipe, a folder, too large or not JSON is no answer', async () => {
    const tricks = [
      'echo "{}" >real; ln -s "$PWD/real" "$PAWL_ANSWER_FILE"',
      'mkfifo "$PAWL_ANSWER_FILE"',
      'mkdir "$PAWL_ANSWER_FILE"',
      'head -c 5000000 /dev/zero | tr "\\0" " " >"$PAWL_ANSWER_FILE"; echo "{}" >>"$PAWL_ANSWER_FILE"',
      'echo "{" >"$PAWL_ANSWER_FILE"',
      'echo \'{"a":1}\'',
    ];
    for (const trick of tricks) {
      const { conclusion } = await play('process', trick, { answer: 'file' });
      expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
      expect(conclusion.message).toContain('the whole file that PAWL_ANSWER_FILE names');
    }
  });
});

describe('its settings', () => {
  test('the probe looks for its program and says what was named', async () => {
    expect(await agentFor({ argv: ['sh'] }).probe()).toEqual({ usable: true, version: null, problem: null });
    const { usable, problem } = await agentFor({ argv: ['no-such-agent'] }).probe();
    expect(usable).toBe(false);
    expect(problem).toMatch(/"no-such-agent".*no such program.*"command": \{"argv"/);
  });

  test('it has the network unless it is switched off; what it reads besides is passed on', () => {
    expect(agentFor({ argv: ['sh'] }).needsNetwork).toBe(true);
    expect(agentFor({ argv: ['sh'], network: false }).needsNetwork).toBe(false);
    const rig = createRig('process', built.guardPath);
    rigs.push(rig);
    const link = join(rig.folder, 'my-agent');
    symlinkSync('/bin/sh', link);
    const { argv, readable, env } = agentFor({ argv: [link, '-c', 'x'], readable: ['/opt/data'] }).plan({
      leafId: 'x',
      role: 'planner',
      phase: 'plan',
      step: '-',
      attempt: 1,
      prompt: '',
      shell: false,
      schema: {},
      folders: { work: '/w', home: '/h', temporary: '/t', logs: '/l' },
      env: {},
    });
    // By the name it was given: some programs do other things under another name.
    expect(argv).toEqual([link, '-c', 'x']);
    expect(readable.at(-1)).toBe('/opt/data');
    // R-001-22: a leaf that asks for no tier has the standard one.
    expect(env['PAWL_TIER']).toBe('standard');
  });

  test('its lines are shown as they are, without terminal sequences', () => {
    const agent = agentFor({ argv: ['sh'] });
    expect(agent.event('\u001b[31mred\u001b[0m')).toEqual({ kind: 'other', text: 'red' });
    expect(agent.event('  ')).toBeNull();
  });
});
