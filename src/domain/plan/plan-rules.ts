import { nearest } from '../feedback.js';
import { planFiles } from './plan-files.js';
import { PlannerAnswer, type Plan, type PlannedStep } from './plan.js';
import { displayLine } from '../sanitise.js';
import type { Shape } from './shape.js';
import { foldTaskId, taskIdProblem } from '../commit/task-id.js';

export interface PlanFacts {
  /** The source's own criteria, in order. */
  readonly criteria: readonly string[];
  /** How many files a plan may name (R-004-02). */
  readonly maxFiles: number;
  /** All paths of the base tree. */
  readonly existingFiles: readonly string[];
  readonly isTestFile: (path: string) => boolean;
  /** Shapes the run has a path for; `behaviour` alone when left out. */
  readonly shapes?: readonly Shape[];
}

export type PlanFinding =
  | { readonly kind: 'ok'; readonly plan: Plan }
  | {
      readonly kind: 'problems';
      readonly cause: 'plan-invalid' | 'too-broad' | 'no-behaviour';
      /** Every one names what is wrong, what was expected and an example: for the planner leaf and for people. */
      readonly problems: readonly string[];
    };

/** More than these add nothing a planner leaf could use. */
const maxProblems = 20;

/**
 * Is a planner leaf's answer a plan? Each criterion has a step, ids are unique (`T7` = `7`), files lie inside
 * the repository and are few enough, at least one is a test and one is not, and at least one step is a
 * behaviour (C-5, C-10, C-18, R-004-02). What can be mended without guessing is mended: `./`, `(new)`, `isNew`.
 */
export function validatePlan(answer: unknown, facts: PlanFacts): PlanFinding {
  const parsed = PlannerAnswer.safeParse(answer);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => shapeProblem(issue.path, issue.message));
    return invalid('plan-invalid', problems);
  }
  const files = planFiles(parsed.data.files, facts);
  const steps = parsed.data.steps.map((step) => ({ ...step, title: step.title.trim() }));
  const problems = [...files.problems, ...stepProblems(steps, facts), ...uncovered(steps, facts.criteria)];
  if (files.files.length > facts.maxFiles) {
    return invalid('too-broad', [tooBroad(files.files.length, facts.maxFiles), ...problems]);
  }
  if (!steps.some((step) => step.shape === 'behaviour')) {
    const none =
      'no step is a behaviour; expected at least one step that a failing test can ask for, for example: "shape": "behaviour"';
    return invalid('no-behaviour', [none, ...problems]);
  }
  if (problems.length > 0) return invalid('plan-invalid', problems);
  return { kind: 'ok', plan: { criteria: facts.criteria, files: files.files, steps } };
}

function invalid(cause: 'plan-invalid' | 'too-broad' | 'no-behaviour', all: readonly string[]): PlanFinding {
  const problems = all.slice(0, maxProblems);
  const rest = all.length - problems.length;
  return { kind: 'problems', cause, problems: rest > 0 ? [...problems, `… and ${rest} more problems`] : problems };
}

function tooBroad(count: number, most: number): string {
  return `the plan names ${count} files; expected at most ${most}: plan fewer files, or let people split the issue or raise the limit, for example: --max-files ${count}`;
}

function shapeProblem(path: readonly PropertyKey[], message: string): string {
  const where = path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`)).join('');
  const example = '{"files":[{"path":"src/a.js","isNew":false}],"steps":[{"id":"1","title":"…","criterion":1}]}';
  const place = where === '' ? 'the answer' : where.replace(/^\./, '');
  return `${displayLine(place, 80)}: ${displayLine(message, 300)}; expected an answer of this form, for example: ${example}`;
}

function stepProblems(steps: readonly PlannedStep[], facts: PlanFacts): readonly string[] {
  const seen = new Map<string, string>();
  const shapes = facts.shapes ?? ['behaviour'];
  return steps.flatMap((step) => {
    const name = `step "${step.id}"`;
    const problems: string[] = [];
    const idProblem = taskIdProblem(step.id);
    if (idProblem !== null) problems.push(`${name}: its id ${idProblem}`);
    const twin = seen.get(foldTaskId(step.id));
    if (twin !== undefined) {
      const same = twin === step.id ? 'is used twice' : `counts as the same as "${twin}"`;
      problems.push(`${name}: its id ${same}; expected one id a step, for example: 1, 2, 3`);
    }
    seen.set(foldTaskId(step.id), step.id);
    if (step.title === '') problems.push(`${name}: its title is blank; expected the behaviour in a few words`);
    if (step.criterion > facts.criteria.length) {
      problems.push(
        `${name}: there is no criterion ${step.criterion}; expected a number from 1 to ${facts.criteria.length}`,
      );
    }
    if (!shapes.includes(step.shape)) {
      const meant = nearest(step.shape, shapes) ?? shapes[0] ?? 'behaviour';
      problems.push(
        `${name}: shape "${step.shape}" has no path here; expected one of ${shapes.join(', ')}, for example: ${meant}`,
      );
    }
    return problems;
  });
}

function uncovered(steps: readonly PlannedStep[], criteria: readonly string[]): readonly string[] {
  const covered = new Set(steps.map((step) => step.criterion));
  return criteria.flatMap((criterion, index) => {
    if (covered.has(index + 1)) return [];
    const words = displayLine(criterion, 120);
    return [
      `criterion ${index + 1} has no step ("${words}"); expected at least one, for example: "criterion": ${index + 1}`,
    ];
  });
}
