import { boundedInstructions, instructionPaths, type ProjectInstruction } from '../domain/leaf/instructions.js';
import { RepositoryError } from '../ports/repository.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

/**
 * What the project tells coding agents, for developers and debuggers, as data in their prompts: from the base commit,
 * never from a folder that a leaf worked in, so that no leaf can instruct the next (T1, T3). Links are not followed.
 */
export async function projectInstructions(
  tools: { readonly host: Pick<Tools['host'], 'instructions'> },
  { facts, repository }: Pick<Run, 'facts' | 'repository'>,
  wanted: readonly string[],
): Promise<readonly ProjectInstruction[]> {
  if (tools.host.instructions === 'ignore') return [];
  const { sha } = facts.base;
  const paths = instructionPaths(await repository.listFiles(sha), wanted);
  const read = paths.map(async (path) => {
    const text = await textAt(repository, sha, path);
    return text === null ? [] : [{ path, text }];
  });
  return boundedInstructions((await Promise.all(read)).flat());
}

async function textAt(repository: Run['repository'], sha: string, path: string): Promise<string | null> {
  try {
    return await repository.readFile(sha, path);
  } catch (error) {
    // Too large to be read whole: nobody wrote that for an agent.
    if (error instanceof RepositoryError && error.kind === 'other') return null;
    throw error;
  }
}
