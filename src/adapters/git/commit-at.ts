import type { CommitFacts } from '../../ports/repository.js';
import type { Trusted } from './trusted.js';

/** A commit by its full or short hexadecimal name; null when none, or more than one, is called so. */
export async function commitAt(
  trusted: Trusted,
  name: string,
): Promise<Pick<CommitFacts, 'sha' | 'tree' | 'parents'> | null> {
  if (!/^[0-9a-f]{4,40}$/.test(name)) return null;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const sha = await trusted.text(args, { answers: [1, 128] });
  if (!/^[0-9a-f]{40}$/.test(sha)) return null;
  const text = (await trusted.must(['cat-file', 'commit', sha])).toString('latin1');
  const head = text.slice(0, text.indexOf('\n\n')).split('\n');
  const values = (key: string): readonly string[] =>
    head.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  return { sha, tree: values('tree')[0] ?? '', parents: values('parent') };
}
