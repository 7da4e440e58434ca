import { criticBrief } from '../activities/critique.js';
import { domainReviewFacts } from '../activities/domain-review.js';
import { editTask } from '../activities/edit-task.js';
import { evidenceSummary } from '../activities/evidence-summary.js';
import { isolate } from '../activities/isolation.js';
import { plannedFiles } from '../activities/planned-files.js';
import { plannerBrief } from '../activities/plan.js';
import { isTestFile } from '../activities/test-files.js';
import { verifierBrief } from '../activities/verify.js';
import type { Config } from '../config.js';
import type { DevelopInput } from '../contract/activities.js';
import { traitsOf, type JailKind } from '../domain/leaf/jails.js';
import type { EditPhase, Role } from '../domain/leaf/roles.js';
import type { LedgerStep } from '../domain/plan/plan.js';
import { criticPrompt } from '../prompts/critic.js';
import { domainReviewerPrompt } from '../prompts/domain-reviewer.js';
import { evidenceText } from '../prompts/evidence-text.js';
import { plannerPrompt } from '../prompts/planner.js';
import * as schemas from '../prompts/schemas.js';
import { verifierPrompt } from '../prompts/verifier.js';
import { asGiven } from './as-given.js';
import { inspectSource, type InspectWish } from './inspect.js';
import { lookAtJail } from './machine-probes.js';
import { notYet, unknownIn } from './not-yet.js';
import { previewRun, standIns, type PreviewRun } from './preview-run.js';

export interface PromptWish {
  readonly role: Role;
  readonly phase: EditPhase;
  /** Null: the first open step. */
  readonly step: string | null;
}

export interface PromptPreview {
  readonly role: Role;
  /** Null for a role without phases. */
  readonly phase: EditPhase | null;
  /** Null for a role that sees the whole. */
  readonly step: string | null;
  readonly agent: string;
  readonly prompt: string;
  /** What is marked in it, since only a run can know. */
  readonly unknown: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The prompt that a leaf of this role would get, by the functions that make it in a run: words that only a run can know
 * are marked. Starts nothing, and asks neither server nor model.
 * @throws Error with a sentence when source, base or ledger can't be read, or there is no such step
 */
export async function previewPrompt(config: Config, source: InspectWish, wish: PromptWish): Promise<PromptPreview> {
  const found = await inspectSource(config, source);
  const preview = await previewRun(config, source, found);
  const step = stepOf(preview, wish.step);
  const look = await lookAtJail(config);
  const jail = look.kind === 'chosen' ? look.jail : 'process';
  const asked = await askedOf(preview, { ...wish, step, jail });
  const given = asGiven(config, { ...asked, role: wish.role, phase: wish.phase, step: step.id, jail });
  const prompt = marked(given.prompt);
  const seesWhole = wish.role === 'planner' || wish.role === 'critic';
  return {
    role: wish.role,
    phase: seesWhole ? null : wish.phase,
    step: seesWhole ? null : step.id,
    agent: given.agent,
    prompt,
    unknown: unknownIn(prompt),
    notes: [...given.notes, ...notesOf(preview, wish)],
  };
}

interface Wished {
  readonly role: Role;
  readonly phase: EditPhase;
  readonly step: LedgerStep;
  readonly jail: JailKind;
}

interface Asked {
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

async function askedOf(preview: PreviewRun, wish: Wished): Promise<Asked> {
  const { run, tools, tip, ledger, evidence } = preview;
  const { role, phase, step, jail } = wish;
  const testFiles = (plannedFiles(run, ledger, step.id) ?? []).filter((path) => isTestFile(run, path));
  const tests = testFiles.length === 0 ? [notYet('the test files')] : testFiles;
  switch (role) {
    case 'planner': {
      const files = await run.repository.listFiles(run.facts.base.sha);
      const brief = await plannerBrief(tools, run, files, { feedback: [], answers: [] });
      return { prompt: plannerPrompt(brief), schema: schemas.plannerAnswerSchema };
    }
    case 'developer':
    case 'debugger':
      return editPrompt(preview, wish, testFiles);
    case 'verifier': {
      const input = { phase, base: tip, criterionNumber: step.criterion, testFiles: tests, evidence };
      const brief = await verifierBrief(tools, run, input, traitsOf(jail).holdsFiles ? 'shell' : 'handed-over');
      return { prompt: verifierPrompt(brief), schema: schemas.verifierAnswerSchema };
    }
    case 'domain-reviewer': {
      const input = { step, tree: tip, base: tip, phase: phase === 'red' ? phase : 'green', testFiles } as const;
      const { brief } = await domainReviewFacts(withoutDiffs(run), input);
      return { prompt: domainReviewerPrompt(brief), schema: schemas.domainAnswerSchema };
    }
    case 'critic': {
      const isDone = preview.hasPlan && ledger.steps.every(({ done }) => done);
      const place = isDone ? run : withoutDiffs(run);
      const tree = await run.repository.treeOf(tip);
      const brief = await criticBrief(tools, place, { tree, evidence }, ledger);
      return { prompt: criticPrompt(brief), schema: schemas.criticAnswerSchema };
    }
  }
}

async function editPrompt(preview: PreviewRun, wish: Wished, testFiles: readonly string[]): Promise<Asked> {
  const { run, tools, tip, ledger } = preview;
  const { role, step } = wish;
  const phase = role === 'debugger' ? 'green' : wish.phase;
  const tree = await run.repository.treeOf(tip);
  const red = phase === 'green' ? [notYet('the ids of the tests that were red')] : [];
  const wanted = plannedFiles(run, ledger, step.id);
  const input: DevelopInput = {
    ...{
      scope: { key: run.key, facts: { sha256: '', bytes: 0 } },
      store: null,
      phase,
      step,
      findings: [],
      answers: [],
    },
    label: { step: step.id, phase, attempt: 1, serial: '', stopSeen: null },
    role: role === 'debugger' ? 'debugger' : 'developer',
    criterion: ledger.criteria[step.criterion - 1] ?? '',
    // A debugger is shown what was changed since: two names that differ.
    ...{
      from: tree,
      base: role === 'debugger' ? tip : tree,
      frozen: testFiles,
      redTests: red,
      feedback: [],
      offered: null,
    },
    gear: 'review-before',
    failures: role === 'debugger' ? [notYet('what each edit failed with')] : [],
  };
  const { signatures } = await isolate(run, { ...input, wanted });
  return editTask(tools, role === 'debugger' ? withoutDiffs(run) : run, input, { wanted, signatures });
}

/** Diffs are of trees that no leaf has made yet. */
function withoutDiffs(run: PreviewRun['run']): PreviewRun['run'] {
  const { repository } = run;
  const one = [{ kind: 'modified', path: 'unknown', mode: '100644' }] as const;
  const diffText = (): Promise<string> => Promise.resolve(standIns.diff);
  return { ...run, repository: { ...repository, diffText, changes: () => Promise.resolve(one) } };
}

function marked(prompt: string): string {
  return prompt
    .replaceAll(standIns.diff, notYet('the diff'))
    .replaceAll(evidenceText(evidenceSummary(standIns.report)), notYet('what Pawl measures'));
}

function stepOf({ ledger, hasPlan }: PreviewRun, wanted: string | null): LedgerStep {
  const [first] = ledger.steps;
  const open = ledger.steps.find(({ done }) => !done) ?? first;
  const found = wanted === null ? open : ledger.steps.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  // A plan that is not made yet has a step of any name.
  if (!hasPlan && first !== undefined && wanted !== null) return { ...first, id: wanted };
  const ids = ledger.steps.map(({ id }) => id).slice(0, 20);
  throw new Error(`there is no step "${wanted ?? ''}"; the ledger has ${ids.join(', ')}`);
}

function notesOf({ hasPlan }: PreviewRun, { role }: PromptWish): readonly string[] {
  const edits = role === 'developer' || role === 'debugger';
  return [
    ...(hasPlan || role === 'planner' ? [] : ['there is no plan yet: its steps, titles and files are marked']),
    ...(role === 'developer' ? ['gear review-before is assumed; a shift or a gear file may say otherwise'] : []),
    ...(edits || role === 'planner'
      ? ['a later try also gets why the one before was sent back, and answers of people']
      : []),
    ...(role === 'domain-reviewer' ? ['names of types and call sites are those of the branch as it is now'] : []),
  ];
}
