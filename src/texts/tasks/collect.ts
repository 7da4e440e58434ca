import type { TaskCriterion } from '../../domain/plan/task.js';
import type { ShapeOfLabel } from '../../domain/plan/task-labels.js';
import { oneLineOf, type Heading } from '../markdown-blocks.js';
import type { Item } from './blocks.js';
import { readBox, type Box } from './box.js';
import type { Draft, Span } from './draft.js';
import { readLead, type Lead } from './lead.js';
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
  /** By 0-based line: every box that is a task or a criterion and whose mark is one character. */
  readonly places: Map<number, MarkPlace>;
  /** 0-based lines of boxes that were read, as tasks, criteria or legends. */
  readonly seen: Set<number>;
  readonly legends: number[];
}

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
  readonly acceptance: boolean;
}

/** Goes through headings and lists in file order and collects what is a task and what a criterion. */
export class Collector {
  readonly found: Collected = { drafts: [], criteria: [], places: new Map(), seen: new Set(), legends: [] };
  private readonly sections: Section[] = [];

  private readonly lines: readonly string[];
  private readonly shapeOf: ShapeOfLabel;

  constructor(lines: readonly string[], shapeOf: ShapeOfLabel) {
    this.lines = lines;
    this.shapeOf = shapeOf;
  }

  collect(headings: readonly Heading[], items: readonly Item[]): Collected {
    let next = 0;
    for (const item of items) {
      for (; (headings[next]?.firstLine ?? Number.POSITIVE_INFINITY) < item.firstLine; next += 1) {
        this.takeHeading(headings[next]);
      }
      this.takeItem(item, this.around());
    }
    for (; next < headings.length; next += 1) this.takeHeading(headings[next]);
    this.leaveSections(0, this.lines.length);
    return this.found;
  }

  private around(): Around {
    return {
      task: this.sections.findLast(({ draft }) => draft !== null)?.draft ?? null,
      acceptance: this.sections.some(({ acceptance }) => acceptance),
      headings: this.sections.map(({ heading }) => heading.text),
    };
  }

  private takeHeading(heading: Heading | undefined): void {
    if (heading === undefined) return;
    this.leaveSections(heading.depth, heading.firstLine);
    const { task, headings } = this.around();
    const box = this.boxAt(heading.firstLine, heading.text);
    const words = box?.words ?? heading.text;
    const lead = readLead(words, this.shapeOf);
    const isTask = box !== null || (lead.namesTask && headingForm.test(heading.text.slice(0, 200)));
    const draft = isTask
      ? this.draftOf({ line: heading.firstLine, box, lead, parent: task, headings, isHeading: true })
      : null;
    this.sections.push({ heading, draft, acceptance: draft === null && isAcceptance(heading.text) });
  }

  /** Sections of this depth and deeper end before `line`. */
  private leaveSections(depth: number, line: number): void {
    while ((this.sections.at(-1)?.heading.depth ?? -1) >= depth) {
      const left = this.sections.pop();
      if (left === undefined || left.draft === null) continue;
      left.draft.spans.push({ from: left.heading.endLine, to: line });
      left.draft.parent?.cuts.push({ from: left.heading.firstLine, to: line });
    }
  }

  private takeItem(item: Item, around: Around): void {
    const { paragraph } = item;
    const acceptance = around.acceptance || (item.before !== null && isAcceptance(item.before));
    if (paragraph === null) return this.takeItems(item.items, { ...around, acceptance });
    const content = paragraph.content.split('\n');
    const box = this.boxAt(paragraph.line, content[0] ?? '');
    const taken = titleLines(content);
    const words = oneLineOf([box?.words ?? content[0] ?? '', ...content.slice(1, taken)].join('\n'));
    const own = { from: paragraph.line, to: paragraph.line + taken };
    if (box === null) return this.takePlain(item, { around, acceptance, words, own });
    if (acceptance || (around.task !== null && isAcceptance(words))) {
      const criterion = { line: paragraph.line + 1, text: words, done: box.state === 'done' };
      (around.task?.criteria ?? this.found.criteria).push(criterion);
      around.task?.cuts.push(own);
      return this.takeItems(item.items, { ...around, acceptance: true });
    }
    this.takeTask(item, { around, words, own, box });
  }

  private takeTask(item: Item, at: OwnWords & { readonly box: Box }): void {
    const { task: parent, headings } = at.around;
    parent?.cuts.push({ from: item.firstLine, to: item.endLine });
    const lead = readLead(at.words, this.shapeOf);
    const draft = this.draftOf({ line: at.own.from, box: at.box, lead, parent, headings, isHeading: false });
    draft.spans.push({ from: at.own.to, to: item.endLine });
    this.takeItems(item.items, { task: draft, acceptance: isAcceptance(at.words), headings });
  }

  private takePlain(item: Item, at: OwnWords & { readonly acceptance: boolean }): void {
    const { around } = at;
    const begins = isAcceptance(at.words);
    const holder = around.task?.criteria ?? this.found.criteria;
    const before = holder.length;
    this.takeItems(item.items, { ...around, acceptance: at.acceptance || begins });
    if (begins && holder.length > before) around.task?.cuts.push(at.own);
  }

  private takeItems(items: readonly Item[], around: Around): void {
    for (const item of items) this.takeItem(item, around);
  }

  /** The box at the beginning of a line's words, noted with its place. */
  private boxAt(line: number, words: string): Box | null {
    const text = words.trimEnd();
    const box = readBox(text, (rest) => findId(rest, 0) !== null);
    if (box === null) return null;
    this.found.seen.add(line);
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

  private draftOf(
    from: Pick<Draft, 'line' | 'box' | 'parent' | 'headings' | 'isHeading'> & { readonly lead: Lead },
  ): Draft {
    const draft: Draft = { ...from, criteria: [], spans: [], cuts: [], heading: null };
    this.found.drafts.push(draft);
    return draft;
  }
}

/** `Task 7: …`, `Task 7`, `T3 — …`; not `Task Graph`, and not `T1 hardening` (upstream #620). */
const headingForm =
  /^(?:\*\*|__)?(?:(?:[Tt]ask|TASK|[Ii]tem|ITEM)(?:[ \t]+#?|[-_#])[A-Za-z0-9][A-Za-z0-9._-]*|T\d[A-Za-z0-9._-]*)(?:\*\*|__)?(?::|[.)](?=\s)|[ \t]*[—–]|[ \t]+-[ \t]|[ \t]*$)/;
