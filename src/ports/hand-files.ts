/** A version of a file is known by its digest; the same digest is the same version. */
export type HandFile =
  /** `goneAtMs`: it was gone by then, milliseconds since the epoch; null when nobody can tell. */
  | { readonly kind: 'absent'; readonly goneAtMs: number | null }
  | { readonly kind: 'text'; readonly digest: string; readonly changedAtMs: number; readonly text: string }
  /** Something lies there that is no short text: a link, a folder, a pipe, bytes that are not UTF-8 … */
  | { readonly kind: 'unreadable'; readonly digest: string; readonly changedAtMs: number; readonly why: string };

export type HandWrite =
  | { readonly kind: 'written'; readonly digest: string }
  /** Another version lies there than the one that was to be replaced; nothing was written. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly why: string };

export interface HandPlace {
  /** Absolute path of the origin's checkout. */
  readonly origin: string;
  /** Repository-relative. */
  readonly file: string;
}

/**
 * The few untracked files in an origin's checkout by which people steer a run with an editor. Nothing here waits for a
 * pipe or follows a link, and no state of a person's disk makes it throw.
 */
export interface HandFiles {
  read(place: HandPlace): Promise<HandFile>;
  /** Is something there, whatever it is? Its digest is of this very version, time of change included; null for no. */
  find(place: HandPlace): Promise<string | null>;
  /**
   * Replaces the version with this digest, or makes the file where there was none (null). Whoever reads sees the old
   * text or the new one.
   */
  write(place: HandPlace, text: string, replaces: string | null): Promise<HandWrite>;
}
