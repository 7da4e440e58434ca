import type { TakenBackInput, TakenBackReport } from '../contract/activities.js';
import { judgeTakenBack } from '../domain/evidence/judge-taken-back.js';
import { fileOfId } from '../domain/evidence/test-ids.js';
import { withTestsOf } from '../domain/files/test-regions.js';
import { loadLedger } from './ledger-at.js';
import { loadReport } from './observe.js';
import { startRuns } from './observe-often.js';
import { mayCreate } from './planned-files.js';
import { openRun, type Run } from './run-facts.js';
import type { Tools } from './tools.js';

/**
 * The tree's test files on top of the tree before the step, so without its production change: do the tests fail again,
 * for a right reason? A test that was changed after RED, or found there already, proves nothing before it does.
 */
export async function observeTakenBack(tools: Tools, input: TakenBackInput): Promise<TakenBackReport> {
  const run = await openRun(tools, input.scope);
  const { testFiles, mustFail } = input;
  const tree = await withoutChange(run, input);
  const [open, ledger, baseline] = await Promise.all([
    startRuns(tools, run, { ...input, tree, name: 'observe-taken-back' }),
    loadLedger(run, input.base),
    loadReport(tools, run, input.baseline),
  ]);
  const runs = open([...new Set(mustFail.map(fileOfId))]);
  const { report, output } = (await runs.alone()) ?? (await runs.whole());
  const facts = { report, baseline, testFiles, mayCreate: mayCreate(run, ledger, input.label.step), mustFail };
  return { finding: judgeTakenBack(facts), output };
}

/** The tree before the step with the tests of the tree after it; of a Rust file with both, the test modules alone. */
async function withoutChange({ repository }: Run, { base, tree, testFiles }: TakenBackInput): Promise<string> {
  const rust = testFiles.filter((path) => path.endsWith('.rs'));
  const mixed: Record<string, string> = {};
  for (const path of rust) {
    const [before, after] = await Promise.all([repository.readFile(base, path), repository.readFile(tree, path)]);
    const text = after === null ? null : withTestsOf(before, after);
    if (text !== null) mixed[path] = text;
  }
  const whole = testFiles.filter((path) => !(path in mixed));
  return repository.withFiles(await repository.withPathsFrom(base, tree, whole), mixed);
}
