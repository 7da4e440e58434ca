import { mostTestsOfStep, type LedgerStep, type PlannedFile } from '../domain/plan/plan.js';
import { escapeLine, unescapeLine } from './line-escape.js';

/** The lines of the ledger, one `render` and one `parse` each. Parsers take a line without trailing blanks. */

export const criteriaHeading = '## Acceptance criteria';
export const filesHeading = '## Files';
export const stepsHeading = '## Steps';

export const examples = {
  title: '# Issue 42: Reject expired tokens',
  version: '<!-- pawl ledger v1 · base 4f2a9c0d5e6b7a8c9d0e1f2a3b4c5d6e7f8a9b0c -->',
  criterion: '1. An expired token gets 401',
  file: '- test/auth.test.ts (new)',
  step: '- [ ] 1. expired token gets 401 <!-- criterion 1 -->',
} as const;

export function renderTitle(title: string): string {
  return `# ${escapeLine(title)}`;
}

export function parseTitle(line: string): string | null {
  return line.startsWith('# ') ? unescapeLine(line.slice(2)) : null;
}

export function renderVersion(baseSha: string): string {
  return `<!-- pawl ledger v1 · base ${baseSha} -->`;
}

export function parseVersion(line: string): { readonly version: number; readonly baseSha: string } | null {
  const match = /^<!-- pawl ledger v(\d{1,4}) · base ([0-9a-f]{40}|[0-9a-f]{64}) -->$/.exec(line);
  return match === null ? null : { version: Number(match[1]), baseSha: match[2] ?? '' };
}

export function renderCriterion(number: number, criterion: string): string {
  return `${number}. ${escapeLine(criterion)}`;
}

export function parseCriterion(line: string): { readonly number: number; readonly text: string } | null {
  const match = /^(\d{1,4})\. (.+)$/.exec(line);
  return match === null ? null : { number: Number(match[1]), text: unescapeLine(match[2] ?? '') };
}

const newMark = ' (new)';

export function renderFile(file: PlannedFile): string {
  const path = escapeLine(file.path);
  // A file may really be called "… (new)": its own bracket is then escaped.
  const clear = path.endsWith(newMark) ? `${path.slice(0, -newMark.length)} \\(new)` : path;
  return `- ${clear}${file.isNew ? newMark : ''}`;
}

export function parseFile(line: string): PlannedFile | null {
  if (!line.startsWith('- ')) return null;
  const isNew = line.endsWith(newMark);
  const path = unescapeLine(isNew ? line.slice(2, -newMark.length) : line.slice(2));
  return path === '' ? null : { path, isNew };
}

export function renderStep(step: LedgerStep): string {
  const box = step.done ? 'x' : ' ';
  return `- [${box}] ${step.id}. ${escapeLine(step.title)} ${renderComment(step)}`;
}

/** How many new tests a step asks for is said when it is not one (R-001-02). */
function renderComment({ criterion, tests = 1, done, refactorPending }: LedgerStep): string {
  const marks = [tests === 1 ? '' : ` · ${tests} tests`, done && refactorPending ? ' · refactor pending' : ''];
  return `<!-- criterion ${criterion}${marks.join('')} -->`;
}

/** `<id>. ` ends at the first blank, which no id holds: `1.2. 3. x` is step `1.2` titled `3. x`. */
const stepLine =
  /^- \[([ xX])\] ([A-Za-z0-9._-]{1,40})\. (.+) <!-- criterion (\d{1,4})(?: · (\d{1,2}) tests?)?( · refactor pending)? -->$/;

/** A box that a person cleared makes the step open, whatever mark it still carries. */
export function parseStep(line: string): LedgerStep | null {
  const match = stepLine.exec(line);
  if (match === null) return null;
  const [, box, id = '', title = '', criterion, asked = '1', pending] = match;
  const tests = Number(asked);
  if (tests < 1 || tests > mostTestsOfStep) return null;
  const done = box !== ' ';
  const refactorPending = done && pending !== undefined;
  const step = { id, title: unescapeLine(title), criterion: Number(criterion), done, refactorPending };
  return tests === 1 ? step : { ...step, tests };
}
