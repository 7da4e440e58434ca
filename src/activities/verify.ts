import { Context } from '@temporalio/activity';
import type { VerifyInput, VerifyReport } from '../contract/activities.js';
import type { VerifierBrief } from '../domain/leaf/briefs.js';
import { traitsOf } from '../domain/leaf/jails.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { readVerdict, type Verdict } from '../domain/review/verdict.js';
import { verifierAnswerSchema } from '../prompts/schemas.js';
import { verifierPrompt } from '../prompts/verifier.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { storeFor } from './dependencies.js';
import type { PromptTools } from './edit-task.js';
import { evidenceSummary } from './evidence-summary.js';
import { runLeaf } from './leaf.js';
import { loadLedger } from './ledger-at.js';
import { loadReport } from './observe.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import type { Tools } from './tools.js';
import { isWithheldFromReviewers } from './withheld.js';

/**
 * A blind verdict on one tree: an export without history, a closed brief, an environment of its own
 * (R-002-08…10). The verdict is bound to the tree that was exported, whatever the leaf does to its copy (R18).
 */
export async function verify(tools: Tools, input: VerifyInput): Promise<VerifyReport> {
  const run = await openRun(tools, input.scope);
  const testAccess = traitsOf(tools.jail.kind).holdsFiles ? 'shell' : 'handed-over';
  const prompt = verifierPrompt(await verifierBrief(tools, run, input, testAccess));
  const shown = commandLine(run.facts.testCommand);
  const { report, conclusion, folder, manifest } = await runLeaf(tools, run, {
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
    trees: { work: input.tree, ...(showsBase(input) ? { base: input.base } : {}) },
    sources: { issue: run.facts.body.sha256, evidence: input.evidence.sha256, ledger: input.base },
  });
  throwIfCancelled(Context.current());
  const verdict = verdictOf(conclusion.outcome, conclusion.answer, input.tree);
  await tools.folders.discard(run.key, folder.label);
  const event = { kind: 'verdict', step: input.label.step, phase: input.phase, manifest: manifest.sha256 };
  await tools.folders.appendEvent(run.key, { ...event, ...verdict });
  return { leaf: report, verdict, testAccess };
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
  await run.repository.exportTree(input.tree, folder.work, isWithheldFromReviewers);
  if (showsBase(input)) await run.repository.exportTree(input.base, folder.base, isWithheldFromReviewers);
}

export async function verifierBrief(
  tools: Pick<PromptTools, 'artifacts'>,
  run: Run,
  input: Pick<VerifyInput, 'phase' | 'base' | 'criterionNumber' | 'testFiles' | 'evidence'>,
  testAccess: VerifierBrief['testAccess'],
): Promise<VerifierBrief> {
  const { facts } = run;
  // The ledger's words, as the developer got them: the issue may have been edited before a resume (T1).
  const { criteria, steps } = await loadLedger(run, input.base);
  const shape = steps.find(({ criterion }) => criterion === input.criterionNumber)?.shape;
  return {
    phase: input.phase,
    ...(shape === undefined ? {} : { shape }),
    issue: { title: facts.title, body: await tools.artifacts.get(run.key, facts.body) },
    criterion: criteria[input.criterionNumber - 1] ?? '',
    testFiles: input.testFiles,
    evidence: evidenceSummary(await loadReport(tools, run, input.evidence)),
    testAccess,
    hasBaseTree: showsBase(input),
  };
}
