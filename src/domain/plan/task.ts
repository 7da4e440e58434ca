import type { Shape } from './shape.js';

/**
 * What the mark of a task says. `[!]` is blocked, `[~]` and `[-]` deferred, `- [ ]*` optional; a mark nobody agreed
 * on, or a task that has none, is `unknown-mark`. All but `open` and `done` are not done and for a person (issue 7).
 */
export type TaskState = 'open' | 'done' | 'blocked' | 'deferred' | 'unknown-mark' | 'optional';

/** A box below an acceptance item: no step, but what its task has to fulfil (R08). */
export interface TaskCriterion {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly done: boolean;
}

/** One task of a list as it is written; `texts/tasks` owns the text. */
export interface Task {
  /** 1-based. */
  readonly line: number;
  /** For trailers and status, a valid StepId, unique in its list; see `task-ids.ts` (C-10). */
  readonly id: string;
  /** Letter for letter, without the word "Task"; null where none is written. */
  readonly writtenId: string | null;
  /** Letter for letter, without box, id, tags and label. May be empty, and as long as a line can be. */
  readonly title: string;
  /** As written, with its qualifiers: `TIDY-FIRST (STRUCTURAL)`. */
  readonly label: string | null;
  /** `unknown` for a label that is in no table, and for a box without words: never guessed (R-000-53). */
  readonly shape: Shape;
  /** `P` and `US2` of `[P] [US2]`. */
  readonly tags: readonly string[];
  /** With that of a deferred, blocked or optional parent, if it would be open. */
  readonly state: TaskState;
  /** Id of the enclosing task. */
  readonly parent: string | null;
  /** Has tasks below it: closes when they have, and is no step itself. */
  readonly isGroup: boolean;
  /** False for a heading that is a task without a box: there is nothing to tick. */
  readonly hasBox: boolean;
  readonly criteria: readonly TaskCriterion[];
  /** Lines below the task that are neither tasks nor criteria, letter for letter but for their common indent. */
  readonly details: readonly string[];
  /** Texts of the enclosing headings, the outermost first. */
  readonly headings: readonly string[];
}

export interface TaskHeading {
  /** 1-based. */
  readonly line: number;
  /** 1 to 6. */
  readonly depth: number;
  /** Without its `#`s. */
  readonly text: string;
}

/** `none` for a text of one line. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

export interface TaskList {
  /** In file order; a group stands before its tasks. */
  readonly tasks: readonly Task[];
  readonly headings: readonly TaskHeading[];
  /** Criteria that belong to no task. */
  readonly criteria: readonly TaskCriterion[];
  /** What a person might not expect, each one line. */
  readonly notes: readonly string[];
  readonly ending: LineEnding;
}

export type TaskListReading =
  | { readonly kind: 'list'; readonly list: TaskList }
  /** Never "all done" (C-23). */
  | { readonly kind: 'no-tasks'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string };
