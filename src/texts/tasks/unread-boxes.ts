import type { HiddenIn } from './blocks.js';
import type { LineSet } from './collect.js';

/** A line that looks like a task and is none. */
export interface UnreadBox {
  /** 0-based. */
  readonly line: number;
  readonly where: HiddenIn | 'front matter' | 'paragraph';
}

const looks = /^[ \t>]*(?:<!--[ \t]*)?(?:[-*+]|\d{1,9}[.)])[ \t]*\[[ \txX~!-]?\][ \t*]/;

/** Boxes that the block pass does not see as items: nothing that looks like a task is passed over in silence. */
export function unreadBoxes(
  lines: readonly string[],
  known: {
    readonly seen: LineSet;
    readonly hidden: ReadonlyMap<number, HiddenIn>;
    /** Lines of front matter. */
    readonly front: number;
  },
): readonly UnreadBox[] {
  const unread: UnreadBox[] = [];
  lines.forEach((text, line) => {
    if (!text.includes('[') || known.seen[line] === 1 || !looks.test(text)) return;
    unread.push({ line, where: line < known.front ? 'front matter' : (known.hidden.get(line) ?? 'paragraph') });
  });
  return unread;
}
