import { z } from 'zod';
import { ownedByPawl, pathProblem } from './repository-paths.js';

/** A path that a person allowed by `pawl resume --allow`, besides the files of the plan (R-004-20, R-004-21). */
export const AllowedPath = z.object({
  /** Repository-relative. */
  path: z.string().min(1).max(400),
  because: z.string().max(1_000),
  /** Who typed it, as the client knows them; null when nobody said. */
  by: z.string().max(200).nullable(),
  /** Milliseconds since the epoch. */
  atMs: z.number(),
});
export type AllowedPath = z.infer<typeof AllowedPath>;

/** No run takes more of them: then the plan has to be made anew. */
export const mostAllowed = 50;

/** `./src/a.js` is `src/a.js`; nothing else is mended, since a path is compared letter for letter. */
export function allowedPathAs(typed: string): string {
  return typed.trim().replace(/^(?:\.\/)+/, '');
}

/** Why a path can't be allowed, or null: one plain file, by its name from the top of the repository. */
export function allowedPathProblem(path: string): string | null {
  const bad = pathProblem(path);
  if (bad !== null) return bad;
  if (/[*?]/.test(path)) return 'is a pattern; each file is allowed by its own name';
  return ownedByPawl(path);
}

/** `src/other.js (ada@laptop: the clock lives there)`: in status, report and the commit that touches it. */
export function allowedText({ path, because, by }: AllowedPath): string {
  return `${path} (${by ?? 'nobody named'}: ${because})`;
}
