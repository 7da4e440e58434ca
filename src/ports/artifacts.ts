import type { ArtifactRef } from '../domain/run/references.js';

/** Texts kept beside the history, by hash, in the run's folder (design 6). */
export interface Artifacts {
  put(runKey: string, text: string): Promise<ArtifactRef>;
  /** @throws when the text is gone or does not have its hash. */
  get(runKey: string, ref: ArtifactRef): Promise<string>;
}
