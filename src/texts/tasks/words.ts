import { foldLead } from './fold-lead.js';

/** Continuation lines that a title may take: more is prose. */
const mostMore = 3;

/**
 * How many lines of a paragraph are the title: a line that was wrapped goes on, a field such as `Files: …` or
 * `_Requirements: 1.1_`, a new sentence and prose of many lines do not belong to it.
 */
export function titleLines(lines: readonly string[]): number {
  if (lines.length === 1) return 1;
  const [first = ''] = lines;
  let count = 1;
  let isOpen = hasOpenBold(first, false);
  while (count < lines.length) {
    const last = lines[count - 1] ?? '';
    const next = lines[count] ?? '';
    if (!isOpen && !goesOn(last, next)) break;
    if (count > mostMore) return 1;
    isOpen = hasOpenBold(next, isOpen);
    count += 1;
  }
  return count;
}

function goesOn(last: string, next: string): boolean {
  if (/(?: {2}|\\|[.!?:;])$/.test(last)) return false;
  return /^[\p{L}\p{N}`"'(“‘]/u.test(next) && !/^\p{L}[\p{L}\p{N} /_-]{0,40}:(?:\s|$)/u.test(next);
}

function hasOpenBold(line: string, before: boolean): boolean {
  if (!line.includes('**')) return before;
  return ((line.match(/\*\*/g)?.length ?? 0) % 2 === 1) !== before;
}

/** `**Acceptance criteria:**`, `Definition of done`: what stands below are criteria. */
export function isAcceptance(words: string): boolean {
  // Asked of every line of a list: most are told apart by this.
  if (words.length > 120 || !/criteri|acceptance|definition|done when/i.test(words)) return false;
  const plain = foldLead(words);
  return /^(?:acceptance|acceptance criteri(?:a|on)|success criteri(?:a|on)|criteria|definition of done|done when)(?: \(.*\))?$/.test(
    plain,
  );
}
