import type { ArtifactRef } from '../domain/run/references.js';

/**
 * What a check said of a tree, known by everything that decides it: command, tree, dependencies. Only where it is kept;
 * the text itself is an artifact. In this worker's memory, so that nothing that a leaf can write to is believed, and a
 * worker that is new measures anew.
 */
export interface CheckRecords {
  find(runKey: string, key: string): ArtifactRef | null;
  keep(runKey: string, key: string, ref: ArtifactRef): void;
}
