import type { TestTree } from '../../support/git-repos.js';
import { opened, type Opened } from './fixture.js';

export const files: TestTree = { 'src/a.js': 'one\n', 'src/b.js': 'two\n', 'README.md': 'read\n' };

/** An origin and a workspace laid from its commit. */
export async function laid(tree: TestTree = files): Promise<Opened & { readonly work: string }> {
  const all = await opened(tree);
  const work = all.folder('work');
  await all.trusted.layWorkspace(all.tree, work);
  return { ...all, work };
}
