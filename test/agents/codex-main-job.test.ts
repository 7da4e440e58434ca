import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RunReport } from '../../src/contract/result.js';
import { leafOf } from '../support/messages-stub.js';
import { answer, shell, type ResponsesTurn } from '../support/responses-stub-answers.js';
import { responsesStub, type ResponsesRequest, type ResponsesStub } from '../support/responses-stub.js';
import { layOrigin, projectRoot, rig, type Jail, type Rig } from '../support/rig.js';
import { codexPath, codexSkipNote } from './support/codex-leaf.js';

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
  readonly plan: { readonly files: readonly unknown[]; readonly steps: readonly Readonly<Record<string, unknown>>[] };
  readonly leaves: readonly Leaf[];
};

/** As the provider's strict schema has it: no key is left out, those with a default included. */
const plan = { ...scenario.plan, steps: scenario.plan.steps.map((step) => ({ tests: 1, ...step })) };

/** The edits of the example's scenario by the CLI's own shell; those that judge look at their folder first. */
function play({ prompt }: ResponsesRequest): readonly ResponsesTurn[] {
  const { role, phase, step } = leafOf(prompt);
  if (role === 'planner') return [shell('ls'), answer(plan)];
  if (role === 'verifier') return [shell('ls -a'), answer({ verdict: 'PASS', reasons: [] })];
  if (role === 'critic') return [shell('ls -a'), answer({ verdict: 'PASS', findings: [] })];
  const mine = scenario.leaves.filter(
    (leaf) => leaf.role === 'developer' && leaf.phase === phase && leaf.step === step && leaf.attempt !== '*',
  );
  const ops = mine.flatMap((leaf) => leaf.do ?? []).filter((op) => 'write' in op || 'replace' in op);
  return [...ops.map(edit), answer({ status: 'done', note: '', remember: [], ...mine.at(-1)?.answer })];
}

/** One edit by the shell, its text kept from the shell. */
function edit(op: Readonly<Record<string, unknown>>): ResponsesTurn {
  const code =
    'const fs = require("fs"); const op = JSON.parse(Buffer.from(process.argv[1], "base64").toString());' +
    'if (op.write) { fs.mkdirSync(require("path").dirname(op.write), { recursive: true });' +
    ' fs.writeFileSync(op.write, op.text ?? op.lines.join("\\n") + "\\n"); }' +
    'else fs.writeFileSync(op.replace, fs.readFileSync(op.replace, "utf8").replace(op.from, () => op.to));';
  return shell(`node -e '${code}' ${Buffer.from(JSON.stringify(op)).toString('base64')}`);
}

const story = codexPath === null ? describe.skip : describe;

story.each<Jail>(['process', 'bubblewrap'])(
  `the main job on examples/ by the real codex, jail %s${codexSkipNote}`,
  (jail) => {
    let rigged: Rig;
    let stub: ResponsesStub;
    beforeAll(async () => {
      stub = await responsesStub(play);
      const provider = { name: 'stub', baseUrl: stub.url };
      rigged = await rig({
        jail,
        config: { codex: { path: codexPath, provider } },
        env: { OPENAI_API_KEY: 'test-key' },
      });
    }, 90_000);
    afterAll(async () => {
      await rigged.close();
      await stub.close();
    }, 60_000);

    test('planner, developers and verifiers are codex; history, logs and tokens can be read', async () => {
      const origin = join(rigged.folder, 'sessions');
      await cp(join(example, 'repository'), origin, { recursive: true });
      await layOrigin(origin, {});
      const because = 'the stand-in answers as the example says';
      const run = ['run', 'docs/issue.md', '--agent', 'codex', '--review-after', '--because', because];
      const ran = await rigged.pawl(run, { cwd: origin });
      expect(`${ran.stderr}\n${ran.stdout}`).toContain('done: every step is ticked and verified');
      expect(ran.code).toBe(0);

      const id = /tdd\/local\/sessions-[0-9a-f]{6}\/file-docs--issue/.exec(ran.stderr + ran.stdout)?.[0] ?? '';
      const told = await rigged.pawl(['report', id, '--json']);
      const report = RunReport.parse((JSON.parse(told.stdout) as { report: unknown }).report);
      expect(report.agent).toMatch(/^codex \d+\.\d+\.\d+/);
      expect(report.spent.leaves).toBeGreaterThanOrEqual(13);
      expect(report.spent.inputTokens).toBeGreaterThan(1_000);

      const logs = await rigged.pawl(['logs', id, '--role', 'developer', '--step', '1']);
      expect(logs.code).toBe(0);
      expect(logs.stdout).toContain('node -e');

      // No verifier was told a developer's words (R-002-08), nor found history or agent configuration in its folder.
      const verifiers = stub.requests.filter(({ prompt }) => leafOf(prompt).role === 'verifier');
      expect(verifiers.filter(({ round }) => round === 0).length).toBeGreaterThanOrEqual(7);
      const words = scenario.leaves
        .filter((leaf) => leaf.role === 'developer')
        .map((leaf) => String(leaf.answer['note']));
      for (const { prompt, surroundings, toolResults, round } of verifiers) {
        for (const word of words) expect(prompt + surroundings + toolResults).not.toContain(word);
        if (round > 0) expect(toolResults).toMatch(/package\.json/);
      }
    }, 400_000);
  },
);
