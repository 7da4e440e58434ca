import { stripControls } from '../../domain/sanitise.js';
import type { CommitDiff, KnownCommit } from '../../local/review.js';
import type { ReviewStep } from '../review/batch.js';
import type { Paint } from './colour.js';
import { plainLine } from './plain.js';

/** A step of the batch with all that a reviewer reads of it. */
export interface ReviewSheet {
  readonly step: ReviewStep;
  readonly diffs: readonly (CommitDiff & { readonly commit: KnownCommit })[];
  /** Evidence and verdicts as the run noted them; empty when nobody is there to tell. */
  readonly evidence: readonly string[];
}

export function stepHead({ step, evidence }: ReviewSheet, place: string, paint: Paint): string {
  const back = step.isSentBack ? ' (sent back already)' : '';
  return [
    paint.strong(`Step ${step.id}: ${plainLine(step.title)}${back}`) + paint.faint(place),
    ...step.commits.map((commit) => `  ${commit.sha.slice(0, 12)}  ${plainLine(commit.subject)}`),
    ...evidence.map((line) => `  ${plainLine(line)}`),
  ].join('\n');
}

/** The diffs of the step's test files, or of all its other files. */
export function stepDiff(sheet: ReviewSheet, what: 'tests' | 'code', paint: Paint): string {
  const parts = sheet.diffs.flatMap((diff) => {
    const head =
      sheet.diffs.length > 1
        ? [paint.faint(`in ${diff.commit.sha.slice(0, 12)} ${plainLine(diff.commit.subject)}`)]
        : [];
    return diff[what] === '' ? [] : [...head, diffText(diff[what], paint)];
  });
  const unnamed = sheet.diffs.reduce((sum, diff) => sum + diff.unnamed, 0);
  const lost = what === 'code' && unnamed > 0 ? [`${unnamed} files whose names are no text are not shown`] : [];
  return [...(parts.length === 0 ? [`(no change of ${what})`] : parts), ...lost].join('\n');
}

function diffText(diff: string, paint: Paint): string {
  return stripControls(diff)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => toneOf(line, paint)(line))
    .join('\n');
}

function toneOf(line: string, paint: Paint): (text: string) => string {
  if (/^(?:diff --git |\+\+\+ |--- )/.test(line)) return paint.strong;
  if (line.startsWith('@@') || line.startsWith('index ')) return paint.faint;
  if (line.startsWith('+')) return paint.good;
  return line.startsWith('-') ? paint.bad : (text) => text;
}

/** Everything at once, for a pipe: the steps, then all tests, then all code. */
export function batchText(sheets: readonly ReviewSheet[], parts: readonly ('tests' | 'code')[], paint: Paint): string {
  const titles = { tests: 'TESTS', code: 'CODE' } as const;
  const part = (what: 'tests' | 'code'): string =>
    [
      paint.strong(`== ${titles[what]} ==`),
      ...sheets.flatMap((sheet) => [
        `Step ${sheet.step.id}: ${plainLine(sheet.step.title)}`,
        stepDiff(sheet, what, paint),
        '',
      ]),
    ].join('\n');
  return [...sheets.map((sheet) => `${stepHead(sheet, '', paint)}\n`), ...parts.map(part)].join('\n').trimEnd();
}
