import { LedgerError } from './ledger-error.js';
import { examples, renderStep } from './ledger-grammar.js';
import { locateSteps } from './ledger.js';
import { StepId, type LedgerStep } from '../domain/plan/plan.js';
import { displayLine } from '../domain/sanitise.js';

/**
 * Ticks a step, with the pending mark while its refactor phase is still to come (R-002-17, R-002-18). Only
 * that step's line differs afterwards; ticking twice is ticking once (R25).
 * @throws {LedgerError} for a text that is no ledger, or a step that is not in it.
 */
export function tick(text: string, stepId: string, mark: { readonly pending: boolean }): string {
  return editStep(text, stepId, () => ({ done: true, pending: mark.pending }));
}

/** Clears the pending mark; the box stays as a person may have left it. @throws {LedgerError} */
export function clearPending(text: string, stepId: string): string {
  return editStep(text, stepId, (step) => ({ done: step.done, pending: false }));
}

export interface AddedStep {
  readonly text: string;
  /** Id of the new step. */
  readonly added: string;
}

/**
 * A new open step at the end of the ledger that asks for the same as one that is done (C-25). Its id is the next
 * number; the lines that were there stay byte for byte. @throws {LedgerError}
 */
export function addAgain(text: string, stepId: string): AddedStep {
  const { ledger, lineOf } = locateSteps(text);
  const step = ledger.steps.find((candidate) => candidate.id === stepId);
  if (step === undefined) throw noSuchStep(stepId);
  const lines = text.split('\n');
  const last = Math.max(...lineOf.values());
  const ending = lines[last]?.endsWith('\r') === true ? '\r' : '';
  const added = nextId(ledger.steps);
  const again = renderStep({ ...step, id: added, done: false, refactorPending: false });
  lines.splice(last + 1, 0, `${again}${ending}`);
  return { text: lines.join('\n'), added };
}

/**
 * A new open step right before its step: a smaller piece that is built first (R-001-10, R-001-11). Its id is the
 * step's with the next free number behind it; it serves the same criterion. The lines that were there stay byte for byte.
 * @throws {LedgerError} also when the id would be longer than an id may be
 */
export function addPiece(text: string, stepId: string, title: string): AddedStep {
  const { ledger, lineOf } = locateSteps(text);
  const step = ledger.steps.find((candidate) => candidate.id === stepId);
  const at = lineOf.get(stepId);
  if (step === undefined || at === undefined) throw noSuchStep(stepId);
  const added = pieceId(ledger.steps, stepId);
  if (!StepId.safeParse(added).success) {
    throw new LedgerError({
      line: at + 1,
      found: `no room for a piece of step "${stepId}"`,
      expected: `an id of at most 40 characters, which "${added}" is not`,
      example: examples.step,
    });
  }
  const lines = text.split('\n');
  const ending = lines[at]?.endsWith('\r') === true ? '\r' : '';
  const words = displayLine(title, 500);
  const piece = { id: added, title: words === '' ? `a piece of step ${stepId}` : words, criterion: step.criterion };
  lines.splice(at, 0, `${renderStep({ ...piece, done: false, refactorPending: false })}${ending}`);
  return { text: lines.join('\n'), added };
}

function pieceId(steps: readonly LedgerStep[], stepId: string): string {
  const numbers = steps.flatMap(({ id }) => {
    const rest = id.startsWith(`${stepId}.`) ? id.slice(stepId.length + 1) : '';
    return /^\d{1,9}$/.test(rest) ? [Number(rest)] : [];
  });
  return `${stepId}.${Math.max(0, ...numbers) + 1}`;
}

/** One more than the highest number among the ids. */
function nextId(steps: readonly LedgerStep[]): string {
  const numbers = steps.map((step) => (/^\d{1,9}$/.test(step.id) ? Number(step.id) : 0));
  // Ids such as `07` are other ids than `7`, but people read them as the same.
  return String(numbers.reduce((most, number) => Math.max(most, number), steps.length) + 1);
}

function noSuchStep(stepId: string): LedgerError {
  return new LedgerError({
    line: 0,
    found: `no step "${stepId}"`,
    expected: 'a step of the ledger',
    example: examples.step,
  });
}

interface Marks {
  readonly done: boolean;
  readonly pending: boolean;
}

function editStep(text: string, stepId: string, marksOf: (step: LedgerStep) => Marks): string {
  const { ledger, lineOf } = locateSteps(text);
  const step = ledger.steps.find((candidate) => candidate.id === stepId);
  const index = lineOf.get(stepId);
  if (step === undefined || index === undefined) throw noSuchStep(stepId);
  const lines = text.split('\n');
  lines[index] = withMarks(lines[index] ?? '', marksOf(step));
  return lines.join('\n');
}

const pendingMark = ' · refactor pending';

/** Edits box and comment in place: the words, and blanks or a carriage return at the end, stay byte for byte. */
function withMarks(line: string, marks: Marks): string {
  const boxAt = line.indexOf('[') + 1;
  // A box that is set already keeps its letter: `[X]` is a person's tick.
  const isSet = line[boxAt] !== ' ';
  const box = marks.done ? (isSet ? line[boxAt] : 'x') : ' ';
  const commentAt = line.lastIndexOf('<!-- criterion ');
  const comment = line.slice(commentAt).replace(pendingMark, '');
  const marked = marks.pending ? comment.replace(' -->', `${pendingMark} -->`) : comment;
  return `${line.slice(0, boxAt)}${box}${line.slice(boxAt + 1, commentAt)}${marked}`;
}
