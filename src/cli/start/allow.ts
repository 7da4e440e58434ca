import type { ResumeCarry } from '../../contract/run-input.js';
import {
  allowedPathAs,
  allowedPathProblem,
  allowedText,
  mostAllowed,
  type AllowedPath,
} from '../../domain/files/allowed-path.js';
import { CliError } from '../io.js';
import { plainLine } from '../render/plain.js';

/** Flags of `pawl resume` that widen the list of files. */
export interface AllowWish {
  readonly allow?: readonly string[];
  readonly because?: string;
}

const example = 'pawl resume docs/issue.md --allow src/clock.js --because "the time comes from there"';

/**
 * The paths as they were typed, checked before anything is asked or started (R-004-20, R-004-21): who widens the list
 * says why.
 * @throws {CliError} 2 with what was expected and an example
 */
export function checkedAllow({ allow = [], because }: AllowWish): {
  readonly paths: readonly string[];
  readonly because: string;
} {
  const reason = because?.trim() ?? '';
  if (allow.length === 0) {
    if (because !== undefined) throw new CliError(2, `--because belongs to --allow; for example: ${example}`);
    return { paths: [], because: '' };
  }
  if (reason === '') throw new CliError(2, `--allow needs a reason; for example: ${example}`);
  if (reason.length > 1_000) throw new CliError(2, '--because takes at most 1,000 characters.');
  const paths = allow.map(allowedPathAs);
  for (const [index, path] of paths.entries()) {
    const problem = allowedPathProblem(path);
    if (problem === null) continue;
    const typed = plainLine(allow[index] ?? '').slice(0, 200);
    throw new CliError(
      2,
      `--allow "${typed}" ${problem}; expected a file by its path from the top of the repository, for example: ${example}`,
    );
  }
  return { paths: [...new Set(paths)], because: reason };
}

/**
 * What the next execution gets besides, and the lines that say so; a path that was allowed before is only named.
 * @throws {CliError} 2 when the last execution left nothing that could carry it, or the list is full
 */
export function newlyAllowed(
  workflowId: string,
  carry: ResumeCarry | null,
  wish: ReturnType<typeof checkedAllow>,
  who: { readonly by: string; readonly atMs: number },
): { readonly allowed: readonly AllowedPath[]; readonly said: readonly string[] } {
  if (wish.paths.length === 0) return { allowed: [], said: [] };
  if (carry === null) {
    throw new CliError(
      2,
      `the last execution of ${workflowId} left nothing behind that could carry --allow. Go on without it first: pawl resume ${workflowId}`,
    );
  }
  const known = new Map(carry.allowed.map((one) => [one.path, one]));
  const allowed = wish.paths
    .filter((path) => !known.has(path))
    .map((path) => ({ path, because: wish.because, by: who.by, atMs: who.atMs }));
  if (carry.allowed.length + allowed.length > mostAllowed) {
    throw new CliError(
      2,
      `${carry.allowed.length} paths are allowed besides the plan already; a run takes ${mostAllowed}. A plan that needs more is to be made anew: pawl run <source> --again`,
    );
  }
  const again = wish.paths.flatMap((path) => known.get(path) ?? []);
  return {
    allowed,
    said: [
      ...allowed.map((one) => `allowed besides the plan from now on: ${plainLine(allowedText(one))}`),
      ...again.map((one) => `allowed already: ${plainLine(allowedText(one))}`),
    ],
  };
}
