import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../artifacts/error-facts.js';

/** Where a push writes: objects, then the branch. */
const written = ['.', 'objects', 'refs/heads'] as const;

/**
 * Why nothing can be written to an origin's git directory, or null (F53): better known before the first leaf than at the
 * first push. Asks the kernel and writes nothing.
 */
export async function unwritable(gitDir: string): Promise<string | null> {
  for (const place of written) {
    const path = place === '.' ? gitDir : join(gitDir, place);
    const code = await access(path, constants.W_OK).then(
      () => '',
      (error: unknown) => errorCode(error),
    );
    if (code === 'EROFS') return `${path} lies on a file system that is read-only`;
    if (code === 'EACCES' || code === 'EPERM') return `${path} may not be written to by this user`;
  }
  return null;
}
