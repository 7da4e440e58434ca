import { isAgentConfig } from '../domain/files/agent-config.js';
import type { Run } from './run-facts.js';

/** The tree without files, under the name that every repository of git knows it by. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** History and Pawl's own files; both at the top. */
const ownFolders = ['.git', '.tdd'];

/** Is this path never in a reviewer's export, whatever config.json says (D10, T3)? */
export function isWithheldFromReviewers(path: string): boolean {
  return ownFolders.includes(path.split('/')[0] ?? '') || isAgentConfig(path);
}

/** Says of a path whether a leaf of this run goes without it; null: it goes without none. */
export type Withheld = ((path: string) => boolean) | null;

/**
 * The repository's own agent configuration, for a leaf that plans or edits (T3). What the plan names, or a person
 * allowed, is work to be done and is laid.
 */
export function withheldFromLeaf({ facts }: Pick<Run, 'facts'>, wanted: readonly string[] | null): Withheld {
  if (facts.walls?.agentConfig === 'allow') return null;
  const planned = new Set(wanted ?? []);
  return (path) => isAgentConfig(path) && !planned.has(path);
}

/** The tree without what is withheld; the same tree when it holds none of it. */
export async function treeWithout(
  { repository }: Pick<Run, 'repository'>,
  tree: string,
  rule: Withheld,
): Promise<string> {
  if (rule === null || !(await repository.listFiles(tree)).some(rule)) return tree;
  return repository.withPathsFrom(tree, emptyTree, rule);
}

/** A tree made in a folder that went without: what was withheld is as the base has it, byte for byte. */
export async function treeWith(
  { repository }: Pick<Run, 'repository'>,
  tree: string,
  { base, rule }: { readonly base: string; readonly rule: Withheld },
): Promise<string> {
  if (rule === null || !(await repository.listFiles(base)).some(rule)) return tree;
  return repository.withPathsFrom(tree, base, rule);
}

/** Says aloud which agent configuration a leaf gets because it is work to be done. */
export async function laidNotes(
  { repository, facts }: Pick<Run, 'repository' | 'facts'>,
  tree: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const planned = facts.walls?.agentConfig === 'allow' ? [] : wanted.filter(isAgentConfig);
  if (planned.length === 0) return [];
  const files = new Set(await repository.listFiles(tree));
  const laid = planned.filter((path) => files.has(path)).slice(0, 10);
  return laid.length === 0 ? [] : [`configures coding agents, and is laid because it may change: ${laid.join(', ')}`];
}

/** Why a leaf's own file of this name can't be taken; null for all others. */
export function madeItself(rule: Withheld): (path: string) => string | null {
  return (path) =>
    rule?.(path) === true
      ? 'configures coding agents, is withheld here and not among the files of the plan: remove the file'
      : null;
}
