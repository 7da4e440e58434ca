import { Context } from '@temporalio/activity';
import type { VerifyInput, VerifyReport } from '../contract/activities.js';
import type { VerifierBrief } from '../domain/leaf/briefs.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { readVerdict, type Verdict } from '../domain/review/verdict.js';
import { verifierAnswerSchema } from '../prompts/schemas.js';
import { verifierPrompt } from '../prompts/verifier.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { storeFor } from './dependencies.js';
import { evidenceSummary } from './evidence-summary.js';
import { runLeaf } from './leaf.js';
import { loadLedger } from './ledger-at.js';
import { loadReport } from './observe.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import type { Tools } from './tools.js';
import { withheld } from './withheld.js';

/**
 * A blind verdict on one tree: an export without history, a closed brief, an environment of its own
 * (R-002-08…10). The verdict is bound to the tree that was exported, whatever the leaf does to its copy (R18).
 */
export async function verify(tools: Tools, input: VerifyInput): Promise<VerifyReport> {
  const run = await openRun(tools, input.scope);
  const testAccess = tools.jail.kind === 'bubblewrap' ? 'shell' : 'handed-over';
  const prompt = verifierPrompt(await briefOf(tools, run, input, testAccess));
  const shown = commandLine(run.facts.testCommand);
  const manifest = await tools.artifacts.put(run.key, await manifestOf(tools, run, input, prompt));
  const { report, conclusion, folder } = await runLeaf(tools, run, {
    role: 'verifier',
    phase: input.phase,
    label: input.label,
    name: `verify-${input.phase}`,
    prompt,
    schema: verifierAnswerSchema,
    env: testAccess === 'shell' ? { PAWL_TEST_CMD: shown } : {},
    store: await storeFor(tools, run, input),
    shell: testAccess === 'shell',
    lay: (place) => lay(run, input, place),
  });
  throwIfCancelled(Context.current());
  const verdict = verdictOf(conclusion.outcome, conclusion.answer, input.tree);
  await tools.folders.discard(run.key, folder.label);
  await tools.folders.appendEvent(run.key, { kind: 'verdict', step: input.label.step, phase: input.phase, ...verdict });
  return { leaf: report, verdict, testAccess, manifest };
}

function verdictOf(outcome: string, answer: unknown, tree: string): Verdict {
  if (outcome !== 'done') return { word: 'MALFORMED', reasons: [`the verifier ended as ${outcome}`], tree };
  const verdict = readVerdict(answer, tree);
  return { ...verdict, reasons: verdict.reasons.slice(0, 20).map((reason) => reason.slice(0, 1_000)) };
}

/**
 * A refactoring is judged against what was there before (R-002-11), and so is a RED: whether an old test was weakened
 * shows nowhere else, since from then on all tests are frozen (R12 c). GREEN can't touch tests, and its base is RED's own tree.
 */
function showsBase({ phase }: Pick<VerifyInput, 'phase'>): boolean {
  return phase !== 'green';
}

async function lay(run: Run, input: VerifyInput, folder: WorkFolder): Promise<void> {
  await run.repository.exportTree(input.tree, folder.work, withheld);
  if (showsBase(input)) await run.repository.exportTree(input.base, folder.base, withheld);
}

async function briefOf(
  tools: Tools,
  run: Run,
  input: VerifyInput,
  testAccess: VerifierBrief['testAccess'],
): Promise<VerifierBrief> {
  const { facts } = run;
  // The ledger's words, as the developer got them: the issue may have been edited before a resume (T1).
  const { criteria } = await loadLedger(run, input.base);
  return {
    phase: input.phase,
    issue: { title: facts.title, body: await tools.artifacts.get(run.key, facts.body) },
    criterion: criteria[input.criterionNumber - 1] ?? '',
    testFiles: input.testFiles,
    evidence: evidenceSummary(await loadReport(tools, run, input.evidence)),
    testAccess,
    hasBaseTree: showsBase(input),
  };
}

/** Every input of the verifier by hash: what `I8` and a reader of the history check blindness by. */
async function manifestOf(tools: Tools, run: Run, input: VerifyInput, prompt: string): Promise<string> {
  const promptRef = await tools.artifacts.put(run.key, prompt);
  return JSON.stringify({
    tree: input.tree,
    base: showsBase(input) ? input.base : null,
    prompt: promptRef.sha256,
    evidence: input.evidence.sha256,
    issue: run.facts.body.sha256,
    withheld,
  });
}
