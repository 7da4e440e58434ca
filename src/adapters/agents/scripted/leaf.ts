import { readFileSync } from 'node:fs';
import type { Role } from '../../../domain/leaf/roles.js';
import type { OddReport } from '../../../domain/leaf/scenario-ops.js';
import { printOddly } from './odd-reports.js';
import { carryOut } from './ops.js';
import { say } from './say.js';
import { unframeInput } from './leaf-task.js';
import type { LeafRecord, LeafTask } from './leaf-task.js';

/**
 * A scripted leaf: a real process in the place of an agent CLI, which carries out a part of a scenario and asks
 * no model. It reads its input to the end first, as agents do (R01), and ends with one record.
 */
// eslint-disable-next-line no-restricted-properties -- a leaf's environment is its input, not Pawl's configuration
const environment = process.env;
const { prompt, task } = unframeInput(readFileSync(0), Number(process.argv[2]));
const startedAtMs = Date.now();
const foundPlaces: string[] = [];

say(`${JSON.stringify({ type: 'init', agent: 'scripted', model: null })}\n`);
await play(task);

async function play(given: LeafTask): Promise<void> {
  if (given.kind === 'missing') {
    print({ outcome: 'config', answer: null, message: given.message, usage: null, resetAtMs: null });
    return;
  }
  const told = { reported: false };
  const report = (): void => {
    told.reported = true;
    print(recordOf(given));
  };
  const stage = {
    prompt,
    environment,
    folders: [
      process.cwd(),
      ...[environment['HOME'], environment['TMPDIR'], environment['PAWL_HOME']].filter(isFolder),
    ],
    report,
    reportOddly: async (how: OddReport) => {
      told.reported = true;
      await printOddly(how, { type: 'result', ...recordOf(given) });
    },
    found: (places: readonly string[]) => {
      foundPlaces.push(...places);
    },
  };
  for (const [index, op] of given.script.do.entries()) {
    try {
      await carryOut(op, stage);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `the scenario can't be played: do[${index}] ${JSON.stringify(op).slice(0, 200)}: ${why}`;
      print({ outcome: 'config', answer: null, message, usage: null, resetAtMs: null });
      return;
    }
  }
  if (!told.reported) report();
}

function recordOf({ role, script }: Extract<LeafTask, { kind: 'script' }>): Omit<LeafRecord, 'type'> {
  const { question, usageLimit, failure } = script;
  const rest = { usage: script.usage, resetAtMs: null };
  if (question !== null) return { outcome: 'needs-user', answer: null, message: question, ...rest };
  if (usageLimit !== null) {
    const resetAtMs = usageLimit.resetInMs === null ? null : startedAtMs + usageLimit.resetInMs;
    return { outcome: 'usage-limit', answer: null, message: 'usage limit, as scripted', ...rest, resetAtMs };
  }
  if (failure !== null) return { outcome: failure, answer: null, message: `${failure}, as scripted`, ...rest };
  // Spelled out here: a jail shows a leaf no code but this folder's.
  const judges = role === 'verifier' || role === 'domain-reviewer' || role === 'critic';
  if (judges && script.answerIsDefault && foundPlaces.length > 0) {
    const found = foundPlaces.map((place) => `found in ${place}`.slice(0, 2_000)).slice(0, 20);
    return { outcome: 'done', answer: rejection(role, found), message: 'a phrase was found', ...rest };
  }
  return { outcome: 'done', answer: script.answer, message: 'done as scripted', ...rest };
}

/** Each judge says no in a form of its own. */
function rejection(role: Role, reasons: readonly string[]): unknown {
  const verdict = 'REJECT';
  if (role === 'critic') return { verdict, findings: reasons.map((text) => ({ step: '', file: '', text })) };
  return role === 'domain-reviewer' ? { verdict, reasons, advice: [] } : { verdict, reasons };
}

function print(record: Omit<LeafRecord, 'type'>): void {
  // Whatever was printed before may have left its line open.
  say(`\n${JSON.stringify({ type: 'result', ...record })}\n`);
}

function isFolder(path: string | undefined): path is string {
  return path !== undefined && path !== '';
}
