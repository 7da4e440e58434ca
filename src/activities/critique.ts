import { Context } from '@temporalio/activity';
import type { CritiqueInput, CritiqueReport } from '../contract/activities.js';
import type { CriticBrief } from '../domain/leaf/briefs.js';
import { traitsOf } from '../domain/leaf/jails.js';
import { boundedCritique, readCritique } from '../domain/review/critique.js';
import type { Ledger } from '../domain/plan/plan.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { malformed } from '../domain/review/verdict.js';
import { criticPrompt } from '../prompts/critic.js';
import { criticAnswerSchema } from '../prompts/schemas.js';
import type { LeafConclusion } from '../ports/agent.js';
import { wholeDiff } from './critic-facts.js';
import { storeFor } from './dependencies.js';
import type { PromptTools } from './edit-task.js';
import { evidenceSummary } from './evidence-summary.js';
import { runLeaf } from './leaf.js';
import { loadLedger } from './ledger-at.js';
import { allPlannedFiles } from './planned-files.js';
import { loadReport } from './observe.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import type { Tools } from './tools.js';
import { isWithheldFromReviewers } from './withheld.js';

/** Of reasons and mends together; the leaf's tail and message take the rest of 64 KiB (design 6). */
const maxBytes = 32 * 1024;

/**
 * The critic's word on the whole: spec, diff, test output and allowlist, the tip's tree in its folder and the base
 * beside it (R-004-34…36). Bound to the tree that was exported (R18).
 */
export async function critique(tools: Tools, input: CritiqueInput): Promise<CritiqueReport> {
  const run = await openRun(tools, input.scope);
  const ledger = await loadLedger(run, input.tip);
  const shell = traitsOf(tools.jail.kind).holdsFiles;
  const prompt = criticPrompt(await criticBrief(tools, run, input, ledger));
  const base = await run.repository.treeOf(run.facts.base.sha);
  const { report, conclusion, folder, manifest } = await runLeaf(tools, run, {
    role: 'critic',
    phase: 'critic',
    label: input.label,
    name: 'critic',
    prompt,
    schema: criticAnswerSchema,
    env: shell ? { PAWL_TEST_CMD: commandLine(run.facts.testCommand) } : {},
    store: await storeFor(tools, run, input),
    shell,
    lay: async (place) => {
      await run.repository.exportTree(input.tree, place.work, isWithheldFromReviewers);
      await run.repository.exportTree(base, place.base, isWithheldFromReviewers);
    },
    trees: { work: input.tree, base },
    sources: { issue: run.facts.body.sha256, evidence: input.evidence.sha256, ledger: input.tip },
  });
  throwIfCancelled(Context.current());
  const judged = judgedOf(conclusion, input.tree, ledger);
  const { step } = input.label;
  const event = {
    kind: 'verdict',
    step,
    phase: 'critic',
    actor: 'critic',
    round: input.round,
    manifest: manifest.sha256,
  };
  await tools.folders.discard(run.key, folder.label);
  await tools.folders.appendEvent(run.key, { ...event, ...judged.verdict });
  return { leaf: report, ...judged };
}

function judgedOf(
  { outcome, answer }: LeafConclusion,
  tree: string,
  ledger: Ledger,
): Pick<CritiqueReport, 'verdict' | 'mends'> {
  if (outcome !== 'done') return { verdict: malformed(`the critic ended as ${outcome}`, tree), mends: [] };
  const { verdict, findings } = readCritique(answer, tree);
  if (verdict.word !== 'REJECT') return { verdict, mends: [] };
  const { reasons, mends } = boundedCritique(findings, ledger, maxBytes);
  return { verdict: { ...verdict, reasons }, mends };
}

export async function criticBrief(
  tools: Pick<PromptTools, 'artifacts'>,
  run: Run,
  input: Pick<CritiqueInput, 'tree' | 'evidence'>,
  ledger: Ledger,
): Promise<CriticBrief> {
  const { facts } = run;
  const [body, diff, evidence] = await Promise.all([
    tools.artifacts.get(run.key, facts.body),
    wholeDiff(run.repository, { base: facts.base.sha, tree: input.tree, ledgerPath: facts.ledgerPath }),
    loadReport(tools, run, input.evidence),
  ]);
  return {
    issue: { title: facts.title, body },
    criteria: ledger.criteria,
    steps: ledger.steps.map(({ id, title }) => ({ id, title })),
    allowlist: allPlannedFiles(run, ledger),
    ...diff,
    evidence: evidenceSummary(evidence),
  };
}
