import type { TaskCriterion } from '../../domain/plan/task.js';
import type { Box } from './box.js';
import type { Lead } from './lead.js';

/** A span of lines: 0-based, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A task while its list is being read. */
export interface Draft {
  /** 0-based. */
  readonly line: number;
  /** Null for a heading without one. */
  readonly box: Box | null;
  readonly isHeading: boolean;
  lead: Lead;
  parent: Draft | null;
  readonly headings: readonly string[];
  criteria: TaskCriterion[];
  /** Lines that belong to it, and those among them that are told elsewhere. */
  readonly spans: Span[];
  readonly cuts: Span[];
  /** The heading that this box stands for. */
  heading: Draft | null;
}

/** The lines of a draft that are told nowhere else, without blank ones at both ends and their common indent. */
export function detailsOf(draft: Draft, lines: readonly string[]): readonly string[] {
  const own = [...(draft.heading === null ? [] : [draft.heading]), draft];
  const cuts = own.flatMap((one) => one.cuts).sort((a, b) => a.from - b.from);
  const kept: string[] = [];
  let cut = 0;
  for (const { from, to } of own.flatMap((one) => one.spans).sort((a, b) => a.from - b.from)) {
    for (let line = from; line < to; line += 1) {
      while (cut < cuts.length && (cuts[cut]?.to ?? 0) <= line) cut += 1;
      if (line < (cuts[cut]?.from ?? Number.POSITIVE_INFINITY)) kept.push(lines[line] ?? '');
    }
  }
  return dedented(kept);
}

function dedented(lines: readonly string[]): readonly string[] {
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
  let first = 0;
  let last = lines.length;
  while (first < last && isBlank(lines[first])) first += 1;
  while (last > first && isBlank(lines[last - 1])) last -= 1;
  const kept = lines.slice(first, last);
  const indents = kept.filter((line) => !isBlank(line)).map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const common = indents.reduce((shared, indent) => sharedStart(shared, indent), indents[0] ?? '');
  return kept.map((line) => (isBlank(line) ? '' : line.slice(common.length)));
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
