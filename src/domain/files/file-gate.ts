import { allowlistEntries } from './allowlist.js';
import type { FileChange } from './file-policy.js';

export type GateFinding =
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'outside';
      readonly added: readonly string[];
      readonly modified: readonly string[];
      readonly deleted: readonly string[];
    };

/** Pawl's own; what Pawl writes there is guarded elsewhere. */
const pawlFolder = ['.tdd/'];

/** By hand, that of the loop as seed 004 describes it too. */
const stateFolders = [...pawlFolder, '.tdd-loop/'];

/**
 * The file gate of seed 004, as a decision over a tree diff without renames, so that a moved file counts as
 * one deleted and one added (R-004-06, R-004-10, R-004-11). Never widened here: the list is what it was
 * (R-004-21). The state folder never counts (R-004-13).
 */
export function checkFileGate(
  changes: readonly FileChange[],
  allowed: readonly string[],
  passedBy: readonly string[] = pawlFolder,
): GateFinding {
  const list = new Set(allowed);
  const outside = changes.filter(({ path }) => !list.has(path) && passedBy.every((folder) => !path.startsWith(folder)));
  if (outside.length === 0) return { kind: 'clean' };
  const paths = (kind: FileChange['kind']): readonly string[] =>
    outside.filter((change) => change.kind === kind).map((change) => change.path);
  return { kind: 'outside', added: paths('added'), modified: paths('modified'), deleted: paths('deleted') };
}

/** The changes of a checkout, for the gate by hand. */
export interface CheckoutChanges {
  readonly tracked: readonly FileChange[];
  /** Ignored ones are not among them. */
  readonly untracked: readonly FileChange[];
  readonly allowed: readonly string[];
  /** The allowlist itself, where it lies in the checkout; else null. */
  readonly listPath: string | null;
}

/** As `checkFileGate`; the allowlist itself does not count while it is untracked (R-004-13). */
export function checkCheckout({ tracked, untracked, allowed, listPath }: CheckoutChanges): GateFinding {
  const counted = untracked.filter(({ path }) => path !== listPath);
  return checkFileGate([...tracked, ...counted], allowed, stateFolders);
}

/** What a person is told: every path, and the two ways out (R-004-20). */
export function gateText(finding: GateFinding): string {
  if (finding.kind === 'clean') return 'file gate: clean';
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['added', finding.added],
    ['changed', finding.modified],
    ['deleted', finding.deleted],
  ];
  const named = groups.filter(([, paths]) => paths.length > 0).map(([word, paths]) => `${word}: ${paths.join(', ')}`);
  return `file gate: changed outside the files of the plan (${named.join('; ')}). Revert these, or allow them by name, for example: pawl resume <run> --allow src/clock.js --because "the time comes from it"`;
}

/** The paths of an allowlist (R-004-07, R-004-08). */
export function readAllowlist(text: string): readonly string[] {
  return allowlistEntries(text).map(({ path }) => path);
}
