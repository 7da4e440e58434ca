import type { Mount } from './program.js';

/** Installed dependencies outside every tree, built once per hash of manifests and commands (design 4, Setup). */
export interface DependencyStores {
  /** Path of a finished store; null when it has to be built. */
  find(hash: string): Promise<string | null>;
  /** Is a store, given by its path, still there and whole? */
  isThere(store: string): Promise<boolean>;
  /**
   * Moves what a setup made into the store, whole or not at all; a store that somebody else finished meanwhile
   * stays. Returns the store's path. A setup that made nothing has an empty store.
   */
  seal(hash: string, made: SetupResult): Promise<string>;
  /** How the store is shown to one program: mounts, and the environment that leads there. */
  show(store: string, place: ShownAt): Promise<ShownStore>;
  /**
   * Paths in the store that are not as they were when it was sealed, ten at most: names, sizes, times and modes of
   * all files, without the caches that tools may write to. For jails that can't hold a store read-only.
   */
  changed(store: string): Promise<readonly string[]>;
  /** Throws a store away; the next `find` doesn't see it. */
  discard(store: string): Promise<void>;
}

/** What a setup left behind in the folder it ran in. */
export interface SetupResult {
  readonly work: string;
  readonly home: string;
  /** Repository-relative files that the tree itself had. */
  readonly tracked: readonly string[];
  /** Names to keep, wherever in the tree they are; null keeps all that is not tracked. */
  readonly keeps: readonly string[] | null;
}

export interface ShownAt {
  readonly work: string;
  readonly home: string;
  readonly network: boolean;
}

export interface ShownStore {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** Folders to put before the PATH. */
  readonly path: readonly string[];
}
