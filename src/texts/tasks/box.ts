import type { TaskState } from '../../domain/plan/task.js';

/** A box at the beginning of an item's or a heading's words. */
export interface Box {
  /** Its one character; null for `[]` and `[x ]`, where no single character is the mark. */
  readonly mark: string | null;
  readonly state: TaskState;
  /** The words after it, without blanks at both ends. */
  readonly words: string;
}

/** `legend`: `[P]` as in "[P] may run beside others", where no task is meant. */
export type BoxReading = Box | 'legend' | null;

const form = /^\[([^[\]\n]{0,4})\](\\?\*(?=\s|$))?/u;

/**
 * Reads `[ ] words`. A link, a footnote and a tag such as `[US2]` are no boxes. A capital letter is a tag, too, unless
 * what follows has an id: a line that is only explained must not be ticked, one that is meant must not be lost.
 */
export function readBox(text: string, beginsWithId: (words: string) => boolean): BoxReading {
  if (!text.startsWith('[')) return null;
  const found = form.exec(text);
  if (found === null) return null;
  const [all, inner = '', star] = found;
  const after = text.slice(all.length);
  // `[x](url)`, `[x][ref]`, `[x]: url`
  if (/^[([:]/.test(after)) return null;
  const words = after.trim();
  const mark = inner.length === 1 ? inner : (Array.from(inner)[0] ?? '');
  if (inner === '' || inner.length > mark.length) {
    // `[]`, `[  ]` and `[x ]` are meant as boxes, but hold no one character to change.
    return /^\s*[xX]?\s*$/.test(inner) ? { mark: null, state: 'unknown-mark', words } : null;
  }
  if (/\d/.test(mark)) return null;
  if (/[A-WYZ]/.test(mark) && !beginsWithId(words)) return 'legend';
  const state = stateOf(mark);
  return { mark, state: star !== undefined && state === 'open' ? 'optional' : state, words };
}

function stateOf(mark: string): TaskState {
  if (/\s/.test(mark)) return 'open';
  if (mark === 'x' || mark === 'X') return 'done';
  if (mark === '!') return 'blocked';
  return mark === '~' || mark === '-' ? 'deferred' : 'unknown-mark';
}
