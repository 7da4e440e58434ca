import { z } from 'zod';
import { ArtifactRef } from '../run/references.js';

/** The folders a leaf finds: its tree, the tree beside it, and its own two. */
export const ManifestPlace = z.enum(['work', 'base', 'home', 'temporary']);
export type ManifestPlace = z.infer<typeof ManifestPlace>;

const Names = z.array(z.string());

export const ManifestFolder = z.object({
  place: ManifestPlace,
  /** The git tree it was laid from; null when it was laid from none. */
  tree: z.string().nullable(),
  files: z.number(),
  bytes: z.number(),
  /** Files of that tree that are not in the folder. */
  withheld: z.number(),
  /** The list, an artifact of its own: one line a file (`renderListing`). */
  list: ArtifactRef,
  /** False: the list holds only what differs from the tree, which names all else by git's own hashes. */
  isWhole: z.boolean(),
});
export type ManifestFolder = z.infer<typeof ManifestFolder>;

/**
 * Everything that one leaf was given, by hash, made after its folder was laid and before it started (T12). An artifact;
 * its own hash stands in the launch event, in the verdict event and in the history. Of the environment there are names
 * only: values can be keys.
 */
export const LeafManifest = z.object({
  version: z.literal(1),
  leaf: z.string(),
  role: z.string(),
  phase: z.string(),
  step: z.string(),
  attempt: z.number(),
  agent: z.string(),
  tier: z.string(),
  /** Letter for letter what the agent got on standard input; the text is `prompt.txt` of the leaf. */
  prompt: ArtifactRef,
  /** JSON schema of the answer. */
  schema: ArtifactRef,
  /** The command line, as a JSON list in an artifact of its own. */
  command: ArtifactRef.extend({ program: z.string() }),
  environment: Names,
  folders: z.array(ManifestFolder),
  /** What the prompt was made from, by name: the text, the evidence, the trees of a diff. */
  sources: z.record(z.string(), z.string()),
  jail: z.string(),
  network: z.boolean(),
  walls: z.object({
    writable: Names,
    readable: Names,
    hidden: Names,
    mounts: z.array(z.object({ from: z.string(), at: z.string() })),
  }),
});
export type LeafManifest = z.infer<typeof LeafManifest>;
