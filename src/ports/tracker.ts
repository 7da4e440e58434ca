export type SourceBytes =
  | { readonly kind: 'found'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'missing'; readonly why: string };

/** Where a source's text comes from. A file today; an issue of a tracker joins as another adapter. */
export interface Tracker {
  /** At most `maxBytes + 1` bytes are read, so that a huge file costs nothing. */
  read(file: string, maxBytes: number): Promise<SourceBytes>;
}
