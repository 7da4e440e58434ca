import type { ShapeOfLabel } from '../../domain/plan/task-labels.js';
import { findId } from './lead-ids.js';
import { findLabel } from './lead-labels.js';

/** What stands before a task's title. */
export interface Lead {
  readonly writtenId: string | null;
  /** The id is one that also makes a heading a task. */
  readonly namesTask: boolean;
  readonly label: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** `~~all of it~~`. */
  readonly isStruck: boolean;
}

const tag = /\[(P|US\d{1,4}|Story[ -]?\d{1,4})\]/iy;
const separator = /[ \t]*(?::|[—–]|-{1,3})(?=\s|$|\*\*|__)[ \t]*/y;

/**
 * Takes id, tags and label off the words of a task, in any order, bold or not. One pass from the left; each part is
 * looked for within a fixed distance, so that the time is linear in the length.
 */
export function readLead(words: string, shapeOf: ShapeOfLabel): Lead {
  const isStruck = words.length > 4 && words.startsWith('~~') && words.endsWith('~~');
  const text = isStruck ? words.slice(2, -2).trim() : words;
  return new LeadReader(text, shapeOf).read(isStruck);
}

const noTags: readonly string[] = [];

class LeadReader {
  private at = 0;
  private writtenId: string | null = null;
  private namesTask = false;
  private label: string | null = null;
  /** Made for the first one: most tasks have none. */
  private tags: string[] | null = null;
  /** The pair of `**` or `__` that the lead opened; what is taken off inside of it takes the pair with it. */
  private bold: { readonly open: number; readonly close: number; used: boolean } | null = null;

  private readonly text: string;
  private readonly shapeOf: ShapeOfLabel;

  constructor(text: string, shapeOf: ShapeOfLabel) {
    this.text = text;
    this.shapeOf = shapeOf;
  }

  read(isStruck: boolean): Lead {
    for (;;) {
      this.skipBlanks();
      const isTaken = this.closeBold() || this.openBold() || this.takeTag() || this.takeId() || this.takeLabel();
      if (!isTaken) break;
    }
    const { writtenId, namesTask, label, tags } = this;
    return { writtenId, namesTask, label, tags: tags ?? noTags, title: this.title(), isStruck };
  }

  private title(): string {
    const { bold, text } = this;
    if (bold === null) return text.slice(this.at).trim();
    // Nothing inside was taken off: the emphasis is the title's own.
    if (!bold.used) return text.slice(bold.open).trim();
    if (this.at > bold.close) return text.slice(this.at).trim();
    return `${text.slice(this.at, bold.close)}${text.slice(bold.close + 2)}`.trim();
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && /\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private openBold(): boolean {
    const mark = this.text.slice(this.at, this.at + 2);
    const first = this.text[this.at];
    if (first !== '*' && first !== '_') return false;
    const isInside = this.bold !== null && (!this.bold.used || this.at <= this.bold.close);
    if (isInside || !/^(?:\*\*|__)\S/.test(this.text.slice(this.at, this.at + 3))) return false;
    const close = this.text.indexOf(mark, this.at + 2);
    this.bold = { open: this.at, close: close < 0 ? this.text.length : close, used: false };
    this.at += 2;
    return true;
  }

  private closeBold(): boolean {
    if (this.bold === null || this.at !== this.bold.close || this.at >= this.text.length) return false;
    this.at += 2;
    // What separates the part that was just read may stand after the pair: `**T3** — `.
    if (this.bold.used) this.skipSeparator();
    return true;
  }

  private skipSeparator(): void {
    separator.lastIndex = this.at;
    const found = separator.exec(this.text);
    if (found !== null) this.at += found[0].length;
  }

  private taken(end: number): true {
    if (this.bold !== null && this.at < this.bold.close) this.bold.used = true;
    this.at = end;
    return true;
  }

  private takeTag(): boolean {
    if (this.text[this.at] !== '[') return false;
    tag.lastIndex = this.at;
    const found = tag.exec(this.text);
    if (found === null) return false;
    (this.tags ??= []).push(found[1] ?? '');
    return this.taken(this.at + found[0].length);
  }

  private takeId(): boolean {
    if (this.writtenId !== null) return false;
    const found = findId(this.text, this.at);
    if (found === null) return false;
    this.writtenId = found.id;
    this.namesTask = found.namesTask;
    this.taken(found.end);
    this.skipSeparator();
    return true;
  }

  private takeLabel(): boolean {
    if (this.label !== null) return false;
    const bold = this.bold !== null && this.at <= this.bold.close ? this.bold.close : null;
    const found = findLabel({ text: this.text, at: this.at, boldEnd: bold }, this.shapeOf);
    if (found === null) return false;
    this.label = found.label;
    return this.taken(found.end);
  }
}
