import type { TaskCriterion } from '../../domain/plan/task.js';
import type { Box } from './box.js';
import type { Lead } from './lead.js';

/** A span of lines: 0-based, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A task while its list is being read. Lists are made when they are needed: there may be thousands of drafts. */
export interface Draft {
  /** 0-based. */
  readonly line: number;
  /** Null for a heading without one. */
  readonly box: Box | null;
  readonly isHeading: boolean;
  lead: Lead;
  parent: Draft | null;
  readonly headings: readonly string[];
  criteria: TaskCriterion[] | null;
  /** Lines below it, and those among them that are told elsewhere. */
  span: Span | null;
  cuts: Span[] | null;
  /** The heading that this box stands for. */
  heading: Draft | null;
  /** Tasks right below it: how many, and the first. */
  below: number;
  first: Draft | null;
}

export function cutFrom(draft: Draft | null, cut: Span): void {
  if (draft !== null) (draft.cuts ??= []).push(cut);
}

const none: readonly string[] = [];

/** The lines of a draft that are told nowhere else, without blank ones at both ends and their common indent. */
export function detailsOf(draft: Draft, lines: readonly string[]): readonly string[] {
  if (draft.heading === null) return dedented(keptOf(draft, lines));
  // The words around the box belong to its heading, which stands for the same task.
  const ownSpan = draft.span === null ? [] : [draft.span];
  const cuts = [...(draft.heading.cuts ?? []), ...(draft.cuts ?? [])];
  const around = { ...draft.heading, cuts: cuts.filter(({ to }) => to <= draft.line) };
  const after = { ...draft.heading, cuts: [...cuts, { from: 0, to: (ownSpan[0] ?? { to: draft.line + 1 }).to }] };
  const parts = [keptOf(around, lines, draft.line), keptOf(draft, lines), keptOf(after, lines)];
  return parts.flatMap((part) => dedented(part));
}

/** Its lines before `end` that are not cut out. */
function keptOf({ span, cuts }: Draft, lines: readonly string[], end = Number.POSITIVE_INFINITY): readonly string[] {
  if (span === null || span.from >= span.to) return none;
  const kept: string[] = [];
  const ordered = cuts === null ? [] : [...cuts].sort((a, b) => a.from - b.from);
  let cut = 0;
  let told = span.from;
  for (let line = span.from; line < Math.min(span.to, end); line += 1) {
    for (; (ordered[cut]?.from ?? Number.POSITIVE_INFINITY) <= line; cut += 1)
      told = Math.max(told, ordered[cut]?.to ?? 0);
    if (line >= told) kept.push(lines[line] ?? '');
  }
  return kept;
}

function dedented(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return none;
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
