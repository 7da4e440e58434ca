import { Context } from '@temporalio/activity';
import type { PlanInput, PlanReport } from '../contract/activities.js';
import type { PlannerBrief } from '../domain/leaf/briefs.js';
import type { LedgerStep, Plan } from '../domain/plan/plan.js';
import { validatePlan } from '../domain/plan/plan-rules.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { plannerPrompt } from '../prompts/planner.js';
import { plannerAnswerSchema } from '../prompts/schemas.js';
import { ledgerTitle, renderLedger } from '../texts/ledger.js';
import type { PromptTools } from './edit-task.js';
import { runLeaf, type LeafRun } from './leaf.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import { isTestFile } from './test-files.js';
import type { Tools } from './tools.js';
import { treeWithout, withheldFromLeaf } from './withheld.js';

const listedFiles = 2_000;

/** Asks the planner leaf, validates its plan, and renders the ledger into a tree on top of the base (R-002-13, C-5). */
export async function plan(tools: Tools, input: PlanInput): Promise<PlanReport> {
  const run = await openRun(tools, input.scope);
  const { facts, repository } = run;
  const base = await repository.treeOf(facts.base.sha);
  const existingFiles = await repository.listFiles(base);
  const prompt = plannerPrompt(await plannerBrief(tools, run, existingFiles, input));
  const leaf = await runLeaf(tools, run, {
    role: 'planner',
    phase: 'plan',
    label: input.label,
    name: 'plan',
    prompt,
    schema: plannerAnswerSchema,
    env: {},
    store: null,
    shell: false,
    lay: async (folder) =>
      repository.layWorkspace(await treeWithout(run, base, withheldFromLeaf(run, [])), folder.work),
    trees: { work: base },
    sources: { issue: facts.body.sha256 },
  });
  throwIfCancelled(Context.current());
  await tools.folders.discard(run.key, leaf.folder.label);
  return reportOf(run, { leaf, base, existingFiles });
}

/** @param existingFiles of the base, all of them */
export async function plannerBrief(
  tools: Pick<PromptTools, 'artifacts'>,
  run: Run,
  existingFiles: readonly string[],
  { feedback, answers }: Pick<PlanInput, 'feedback' | 'answers'>,
): Promise<PlannerBrief> {
  const { facts } = run;
  return {
    issue: { title: facts.title, body: await tools.artifacts.get(run.key, facts.body) },
    criteria: facts.criteria,
    repositoryFiles: existingFiles.slice(0, listedFiles),
    maxFiles: facts.maxFiles,
    testCommand: commandLine(facts.testCommand),
    feedback,
    answers: answers.map(({ question, text }) => ({ question, answer: text })),
  };
}

interface Planned {
  readonly leaf: LeafRun;
  readonly base: string;
  readonly existingFiles: readonly string[];
}

async function reportOf(run: Run, { leaf, base, existingFiles }: Planned): Promise<PlanReport> {
  const refused = (problems: readonly string[], cause: PlanReport['cause']): PlanReport => ({
    leaf: leaf.report,
    problems: problems.slice(0, 20),
    cause,
    tree: null,
    total: 0,
    steps: [],
    files: [],
  });
  if (leaf.conclusion.outcome !== 'done') return refused([leaf.report.message], null);
  const checked = validatePlan(leaf.conclusion.answer, {
    criteria: run.facts.criteria,
    maxFiles: run.facts.maxFiles,
    existingFiles,
    isTestFile: (path) => isTestFile(run, path),
  });
  if (checked.kind === 'problems') return refused(checked.problems, checked.cause);
  const tree = await ledgerTree(run, base, checked.plan);
  const total = checked.plan.steps.length;
  return { leaf: leaf.report, problems: [], cause: null, tree, total, ...shownOf(checked.plan) };
}

const shownSteps = 50;

/** What a person is shown of the plan; the whole of it is the ledger. */
function shownOf({ steps, files }: Plan): Pick<PlanReport, 'steps' | 'files'> {
  return {
    steps: steps.slice(0, shownSteps).map(openStep),
    files: files.slice(0, shownSteps).map((file) => `${file.path}${file.isNew ? ' (new)' : ''}`),
  };
}

function openStep({ id, title, criterion, tests }: Plan['steps'][number]): LedgerStep {
  const step = { id, title, criterion, done: false, refactorPending: false };
  return tests === 1 ? step : { ...step, tests };
}

async function ledgerTree(run: Run, base: string, { criteria, files, steps }: Plan): Promise<string> {
  const { facts, repository } = run;
  const text = renderLedger({
    title: ledgerTitle(facts.title, facts.issueNumber),
    baseSha: facts.base.sha,
    criteria,
    files,
    steps: steps.map(openStep),
  });
  return repository.withFiles(base, { [facts.ledgerPath]: text });
}
