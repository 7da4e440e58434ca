import type { LaidFile } from '../domain/leaf/manifest-list.js';

/** Where a run's throw-away folders are made and thrown away, in Pawl's home. */
export interface RunFolders {
  /** A fresh, empty folder for one leaf or test run. The label is unique per start and becomes part of the path. */
  open(runKey: string, label: string): Promise<WorkFolder>;
  /**
   * The folder of a review copy, which a person may edit; kept when the run's work folders are discarded. One that is
   * there is left as it is; otherwise `lay` fills a folder that takes its place when it is whole.
   */
  review(runKey: string, label: string, wish: ReviewWish): Promise<string>;
  /** Is a folder that `review` gave still there? */
  holdsReview(folder: string): Promise<boolean>;
  /** Removes all review copies of the run. */
  discardReviews(runKey: string): Promise<void>;
  /** Work folders that a worker which died, or was told to end, left as they were; only those with a record. */
  leftBehind(runKey: string): Promise<readonly LeftFolder[]>;
  /**
   * What the programs of the newest such labels left in their logs, by `<label>/<file>`: prompt, output, errors; the end
   * of each, capped.
   */
  logs(runKey: string, wanted: (label: string) => boolean): Promise<Readonly<Record<string, string>>>;
  /** Removes every work folder of the run whose label starts with the prefix, read-only content included (F39); logs and artifacts stay. */
  discard(runKey: string, labelPrefix: string): Promise<void>;
  /** Removes all work folders of the run. */
  discardAll(runKey: string): Promise<void>;
  /**
   * All files and links below a folder this port gave out, before a leaf starts in it; empty when it is not there.
   * What `known` holds is not read: the tree it was laid from names its hash.
   */
  laid(folder: string, known: ReadonlySet<string>): Promise<readonly LaidFile[]>;
  /** Writes a text file below a folder this port gave out. */
  write(path: string, text: string): Promise<void>;
  /** Appends one JSON line to the run's `events.jsonl` (R-002-53). */
  appendEvent(runKey: string, event: Readonly<Record<string, unknown>>): Promise<void>;
  freeBytes(): Promise<number>;
}

export interface WorkFolder {
  readonly label: string;
  /** The tree: a workspace or an export. Not created; the repository lays it. */
  readonly work: string;
  /** A second tree beside it (the base, for a refactor verdict). Not created. */
  readonly base: string;
  readonly home: string;
  readonly temporary: string;
  readonly results: string;
  /** Kept after discard. */
  readonly logs: string;
  /** File of Pawl's own beside the tree: what a later try must know to take it. Not created. */
  readonly record: string;
}

export interface LeftFolder {
  readonly label: string;
  readonly work: string;
  /** Text of its record. */
  readonly record: string;
}

export interface ReviewWish {
  /** Other copies of the run are removed unless their label begins so: one step's copies at a time bound the disk. */
  readonly keep: string;
  /** Fills a folder that does not exist yet. */
  readonly lay: (folder: string) => Promise<void>;
}
