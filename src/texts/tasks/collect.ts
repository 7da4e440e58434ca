import type { TaskCriterion, TaskHeading } from '../../domain/plan/task.js';
import type { ShapeOfLabel } from '../../domain/plan/task-labels.js';
import { oneLineOf, type Heading } from '../markdown-blocks.js';
import type { Item } from './blocks.js';
import { readBox, type Box } from './box.js';
import { cutFrom, type Draft, type Span } from './draft.js';
import { readLead } from './lead.js';
import { findId } from './lead-ids.js';
import { isAcceptance, titleLines } from './words.js';

/** The place of a mark: one character of the text. */
export interface MarkPlace {
  /** 0-based line, and the index in it. */
  readonly line: number;
  readonly column: number;
  readonly mark: string;
}

export interface Collected {
  /** In file order. */
  readonly drafts: Draft[];
  readonly criteria: TaskCriterion[];
  /** Without the box that some begin with: a mark is no part of their words. */
  readonly headings: TaskHeading[];
  /** By 0-based line: every box that is a task or a criterion and whose mark is one character. */
  readonly places: Map<number, MarkPlace>;
  /** 0-based lines of boxes that were read, as tasks, criteria or legends. */
  readonly seen: LineSet;
  readonly legends: number[];
}

/** A byte for each line. */
export type LineSet = Uint8Array;

interface Around {
  readonly task: Draft | null;
  readonly acceptance: boolean;
  readonly headings: readonly string[];
}

interface OwnWords {
  readonly around: Around;
  readonly words: string;
  /** The lines that they take. */
  readonly own: Span;
}

interface Section {
  readonly heading: Heading;
  readonly draft: Draft | null;
  /** What holds again behind it. */
  readonly outside: Around;
}

/** Goes through headings and lists in file order and collects what is a task and what a criterion. */
export class Collector {
  readonly found: Collected;
  private readonly sections: Section[] = [];
  private here: Around = { task: null, acceptance: false, headings: [] };
  private readonly lines: readonly string[];
  private readonly shapeOf: ShapeOfLabel;

  constructor(lines: readonly string[], shapeOf: ShapeOfLabel) {
    this.lines = lines;
    this.shapeOf = shapeOf;
    const seen = new Uint8Array(lines.length);
    this.found = { drafts: [], criteria: [], headings: [], places: new Map(), seen, legends: [] };
  }

  collect(headings: readonly Heading[], items: readonly Item[]): Collected {
    let next = 0;
    for (const item of items) {
      for (; (headings[next]?.firstLine ?? Number.POSITIVE_INFINITY) < item.firstLine; next += 1) {
        this.takeHeading(headings[next]);
      }
      this.takeItem(item, this.here);
    }
    for (; next < headings.length; next += 1) this.takeHeading(headings[next]);
    this.leaveSections(0, this.lines.length);
    return this.found;
  }

  private takeHeading(heading: Heading | undefined): void {
    if (heading === undefined) return;
    this.leaveSections(heading.depth, heading.firstLine);
    const { task, acceptance, headings } = this.here;
    const box = this.boxAt(heading.firstLine, heading.text);
    const text = box?.words ?? heading.text;
    this.found.headings.push({ line: heading.firstLine + 1, depth: heading.depth, text });
    const lead = box !== null || headingForm.test(heading.text.slice(0, 200)) ? readLead(text, this.shapeOf) : null;
    const draft =
      lead !== null && (box !== null || lead.namesTask)
        ? this.draftOf({ line: heading.firstLine, box, lead, parent: task, headings, isHeading: true })
        : null;
    this.sections.push({ heading, draft, outside: this.here });
    this.here = {
      task: draft ?? task,
      acceptance: acceptance || (draft === null && isAcceptance(heading.text)),
      headings: [...headings, text],
    };
  }

  /** Sections of this depth and deeper end before `line`. */
  private leaveSections(depth: number, line: number): void {
    while ((this.sections.at(-1)?.heading.depth ?? -1) >= depth) {
      const left = this.sections.pop();
      if (left === undefined) return;
      this.here = left.outside;
      if (left.draft === null) continue;
      left.draft.span = { from: left.heading.endLine, to: line };
      cutFrom(left.draft.parent, { from: left.heading.firstLine, to: line });
    }
  }

  private takeItem(item: Item, around: Around): void {
    const { paragraph } = item;
    const acceptance = around.acceptance || (item.before !== null && isAcceptance(item.before));
    if (paragraph === null) return this.takeItems(item.items, within(around, acceptance));
    const content = paragraph.content.includes('\n') ? paragraph.content.split('\n') : [paragraph.content];
    const box = this.boxAt(paragraph.line, content[0] ?? '');
    const taken = titleLines(content);
    const first = box?.words ?? content[0] ?? '';
    const words = taken === 1 ? first.trim() : oneLineOf(first, content.slice(1, taken));
    const own = { from: paragraph.line, to: paragraph.line + taken };
    if (box === null) return this.takePlain(item, { around, acceptance, words, own });
    if (acceptance || (around.task !== null && isAcceptance(words))) {
      const criterion = { line: paragraph.line + 1, text: words, done: box.state === 'done' };
      this.criteriaOf(around.task).push(criterion);
      cutFrom(around.task, own);
      return this.takeItems(item.items, { ...around, acceptance: true });
    }
    this.takeTask(item, { around, words, own, box });
  }

  private takeTask(item: Item, at: OwnWords & { readonly box: Box }): void {
    const { task: parent, headings } = at.around;
    if (parent !== null) cutFrom(parent, { from: item.firstLine, to: item.endLine });
    const lead = readLead(at.words, this.shapeOf);
    const draft = this.draftOf({ line: at.own.from, box: at.box, lead, parent, headings, isHeading: false });
    if (at.own.to < item.endLine) draft.span = { from: at.own.to, to: item.endLine };
    if (item.items.length === 0) return;
    this.takeItems(item.items, { task: draft, acceptance: isAcceptance(at.words), headings });
  }

  private takePlain(item: Item, at: OwnWords & { readonly acceptance: boolean }): void {
    const { around } = at;
    const begins = isAcceptance(at.words);
    const count = (): number => (around.task === null ? 0 : (around.task.criteria?.length ?? 0));
    const before = count();
    this.takeItems(item.items, within(around, at.acceptance || begins));
    if (begins && count() > before) cutFrom(around.task, at.own);
  }

  private criteriaOf(task: Draft | null): TaskCriterion[] {
    return task === null ? this.found.criteria : (task.criteria ??= []);
  }

  private takeItems(items: readonly Item[], around: Around): void {
    for (const item of items) this.takeItem(item, around);
  }

  /** The box at the beginning of a line's words, noted with its place. */
  private boxAt(line: number, words: string): Box | null {
    const text = words.trimEnd();
    const box = readBox(text, (rest) => findId(rest, 0) !== null);
    if (box === null) return null;
    this.found.seen[line] = 1;
    if (box === 'legend') {
      this.found.legends.push(line);
      return null;
    }
    // Nothing but markers and blanks stands before it, so the first bracket of the line is its own.
    const column = (this.lines[line] ?? '').indexOf('[');
    if (box.mark !== null && this.lines[line]?.startsWith(text, column) === true) {
      this.found.places.set(line, { line, column: column + 1, mark: box.mark });
    }
    return box;
  }

  private draftOf({ line, box, lead, parent, headings, isHeading }: DraftBegin): Draft {
    const draft: Draft = {
      line,
      box,
      isHeading,
      lead,
      parent,
      headings,
      criteria: null,
      span: null,
      cuts: null,
      heading: null,
      below: 0,
      first: null,
    };
    if (parent !== null) {
      parent.below += 1;
      parent.first ??= draft;
    }
    this.found.drafts.push(draft);
    return draft;
  }
}

function within(around: Around, acceptance: boolean): Around {
  return around.acceptance === acceptance ? around : { ...around, acceptance };
}

type DraftBegin = Pick<Draft, 'line' | 'box' | 'lead' | 'parent' | 'headings' | 'isHeading'>;

/** `Task 7: …`, `Task 7`, `T3 — …`; not `Task Graph`, and not `T1 hardening` (upstream #620). */
const headingForm =
  /^(?:\*\*|__)?(?:(?:[Tt]ask|TASK|[Ii]tem|ITEM)(?:[ \t]+#?|[-_#])[A-Za-z0-9][A-Za-z0-9._-]*|T\d[A-Za-z0-9._-]*)(?:\*\*|__)?(?::|[.)](?=\s)|[ \t]*[—–]|[ \t]+-[ \t]|[ \t]*$)/;
