import type { TestSource } from '../domain/evidence/new-tests.js';
import type { Run } from './run-facts.js';

const mostFiles = 20;

/** The texts of a step's test files; null before: the tree is not there, or has no such file. */
export async function testSources(
  run: Run,
  trees: { readonly before: string | null; readonly after: string },
  files: readonly string[],
): Promise<readonly TestSource[]> {
  const read = async (tree: string | null, file: string): Promise<string | null> =>
    tree === null ? null : run.repository.readFile(tree, file);
  const all = await Promise.all(
    files.slice(0, mostFiles).map(async (file) => {
      const [before, after] = await Promise.all([read(trees.before, file), read(trees.after, file)]);
      return { file, before, after: after ?? '' };
    }),
  );
  return all.filter(({ after }) => after !== '');
}
