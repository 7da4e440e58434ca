import { z } from 'zod';

/** A text or file kept beside the history: small in history, whole on disk (D5, R23). */
export const ArtifactRef = z.object({ sha256: z.string(), bytes: z.number().int() });
export type ArtifactRef = z.infer<typeof ArtifactRef>;

/** Where a run's files live on its host, and the facts preflight established, by reference. */
export const RunScope = z.object({
  /** Folder name of the run: made from the first execution's run id. */
  key: z.string(),
  facts: ArtifactRef,
});
export type RunScope = z.infer<typeof RunScope>;
