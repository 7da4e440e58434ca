export { agentNames } from './adapters/agents/agent-names.js';
import { createRepositories } from './adapters/git/repositories.js';
import { signingEnv } from './adapters/git/signing-program.js';
import type { Config } from './config.js';
import { NotARepositoryError, RepositoryError, type CommitFacts, type Repositories } from './ports/repository.js';

/** A repository on this machine, as far as commands need it. */
export interface LocalOrigin {
  /** Absolute path of the work tree's top, or of a bare repository. */
  readonly path: string;
  readonly bare: boolean;
  readonly remoteSlug: string | null;
}

/** The repository that holds a folder; null when none does. */
export async function inspectOrigin(config: Config, folder: string): Promise<LocalOrigin | null> {
  try {
    const { path, bare, remoteSlug } = await repositories(config).inspect(folder);
    return { path, bare, remoteSlug };
  } catch (error) {
    if (error instanceof NotARepositoryError) return null;
    throw error;
  }
}

export interface CommitRange {
  readonly origin: string;
  readonly base: string;
  readonly tip: string;
}

/** Commits of a run, oldest first; empty when its origin is not on this machine, or no longer holds them. */
export async function readCommits(config: Config, { origin, base, tip }: CommitRange): Promise<readonly CommitFacts[]> {
  try {
    const all = repositories(config);
    const repository = await all.open(await all.inspect(origin));
    await repository.fetch();
    return await repository.log(base, tip);
  } catch (error) {
    if (error instanceof NotARepositoryError || error instanceof RepositoryError) return [];
    throw error;
  }
}

/** A review copy against the test it was made from. */
export type ReviewChanges =
  | { readonly kind: 'same'; readonly leftOut: readonly string[] }
  | {
      readonly kind: 'changed';
      readonly diff: string;
      /** Changed files that are none of the test's. */
      readonly outside: readonly string[];
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

export interface ReviewedTest {
  readonly origin: string;
  /** The review copy. */
  readonly folder: string;
  /** The tree it was made from. */
  readonly tree: string;
  /** The test's files. */
  readonly files: readonly string[];
}

const diffBytes = 12_000;

/** What a person changed in a review copy: read with the same care as the run will read it. */
export async function reviewChanges(config: Config, test: ReviewedTest): Promise<ReviewChanges> {
  const { origin, folder, tree, files } = test;
  try {
    const all = repositories(config);
    const repository = await all.open(await all.inspect(origin));
    const { tree: now, changes, leftOut, rejects } = await repository.takeTree(folder, tree, files);
    if (rejects.length > 0) return { kind: 'refused', reasons: rejects };
    if (changes.length === 0) return { kind: 'same', leftOut };
    const outside = changes.map((change) => change.path).filter((path) => !files.includes(path));
    return { kind: 'changed', diff: await repository.diffText(tree, now, diffBytes), outside, leftOut };
  } catch (error) {
    if (error instanceof NotARepositoryError || error instanceof RepositoryError)
      return { kind: 'unknown', why: error.message };
    throw error;
  }
}

function repositories(config: Config): Repositories {
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  const agents = signingEnv(config.agents.env);
  return createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome, signingEnv: agents });
}
