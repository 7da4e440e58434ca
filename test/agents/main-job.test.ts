import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RunReport } from '../../src/contract/result.js';
import { answer, bash, type ModelTurn } from '../support/messages-stub-answers.js';
import { leafOf, messagesStub, type MessagesStub, type ModelRequest } from '../support/messages-stub.js';
import { layOrigin, projectRoot, replays, rig, type Jail, type Rig } from '../support/rig.js';
import { claudePath, skipNote } from './support/claude-leaf.js';

interface Leaf {
  readonly role: string;
  readonly phase: string;
  readonly step: string;
  readonly attempt: number | '*';
  readonly do?: readonly Readonly<Record<string, unknown>>[];
  readonly answer: Readonly<Record<string, unknown>>;
}

const example = join(projectRoot, 'examples/javascript');
const scenario = JSON.parse(readFileSync(join(example, 'scenario.json'), 'utf8')) as {
  readonly plan: Readonly<Record<string, unknown>>;
  readonly leaves: readonly Leaf[];
};

/** The edits of the example's scenario, as calls of the CLI's own tools; nobody hangs, nothing is sent back. */
function play({ prompt }: ModelRequest): readonly ModelTurn[] {
  const { role, phase, step } = leafOf(prompt);
  if (role === 'planner') return [answer(scenario.plan)];
  if (role === 'verifier') return [answer({ verdict: 'PASS', reasons: [] })];
  if (role === 'critic') return [answer({ verdict: 'PASS', findings: [] })];
  const mine = scenario.leaves.filter(
    (leaf) => leaf.role === 'developer' && leaf.phase === phase && leaf.step === step && leaf.attempt !== '*',
  );
  const ops = mine.flatMap((leaf) => leaf.do ?? []).filter((op) => 'write' in op || 'replace' in op);
  return [...ops.map(edit), answer({ status: 'done', note: '', remember: [], ...mine.at(-1)?.answer })];
}

/** One edit by the shell tool, its text kept from the shell. */
function edit(op: Readonly<Record<string, unknown>>): ModelTurn {
  const code =
    'const fs = require("fs"); const op = JSON.parse(Buffer.from(process.argv[1], "base64").toString());' +
    'if (op.write) { fs.mkdirSync(require("path").dirname(op.write), { recursive: true });' +
    ' fs.writeFileSync(op.write, op.text ?? op.lines.join("\\n") + "\\n"); }' +
    'else fs.writeFileSync(op.replace, fs.readFileSync(op.replace, "utf8").replace(op.from, () => op.to));';
  return bash(`node -e '${code}' ${Buffer.from(JSON.stringify(op)).toString('base64')}`);
}

const story = claudePath === null ? describe.skip : describe;

story.each<Jail>(['process', 'bubblewrap'])(
  `the main job on examples/ by the real claude, jail %s${skipNote}`,
  (jail) => {
    let rigged: Rig;
    let stub: MessagesStub;
    beforeAll(async () => {
      stub = await messagesStub(play);
      rigged = await rig({
        jail,
        config: { claude: { path: claudePath } },
        env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: stub.url },
      });
    }, 90_000);
    afterAll(async () => {
      await rigged.close();
      await stub.close();
    }, 60_000);

    test('planner, developers and verifiers are claude; history, logs and cost can be read', async () => {
      const origin = join(rigged.folder, 'sessions');
      await cp(join(example, 'repository'), origin, { recursive: true });
      await layOrigin(origin, {});
      const because = 'the stand-in answers as the example says';
      const run = ['run', 'docs/issue.md', '--agent', 'claude', '--review-after', '--because', because];
      const ran = await rigged.pawl(run, { cwd: origin });
      expect(`${ran.stderr}\n${ran.stdout}`).toContain('done: every step is ticked and verified');
      expect(ran.code).toBe(0);

      const id = /tdd\/local\/sessions-[0-9a-f]{6}\/file-docs--issue/.exec(ran.stderr + ran.stdout)?.[0] ?? '';
      const told = await rigged.pawl(['report', id, '--json']);
      const report = RunReport.parse((JSON.parse(told.stdout) as { report: unknown }).report);
      expect(report.agent).toMatch(/^claude \d+\.\d+\.\d+/);
      expect(report.spent.leaves).toBeGreaterThanOrEqual(13);
      expect(report.spent.inputTokens).toBeGreaterThan(1_000);
      expect(report.spent.usd).toBeGreaterThan(0);

      const logs = await rigged.pawl(['logs', id, '--role', 'developer', '--step', '1']);
      expect(logs.code).toBe(0);
      expect(logs.stdout).toContain('node -e');

      // No verifier was told a developer's words (R-002-08); each was asked by the prompt that the history names.
      const verifiers = stub.requests.filter((request) => leafOf(request.prompt).role === 'verifier');
      expect(verifiers.length).toBeGreaterThanOrEqual(7);
      const words = scenario.leaves
        .filter((leaf) => leaf.role === 'developer')
        .map((leaf) => String(leaf.answer['note']));
      for (const { prompt, surroundings } of verifiers) {
        for (const word of words) expect(prompt + surroundings).not.toContain(word);
      }
      expect(verifiers.every(({ tools }) => !tools.includes('Write') && !tools.includes('Edit'))).toBe(true);
      await replays({ handle: rigged.client.workflow.getHandle(id) });
    }, 400_000);
  },
);
