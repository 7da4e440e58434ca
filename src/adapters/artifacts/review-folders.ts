import { lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReviewWish, RunFolders } from '../../ports/run-folders.js';
import { safeName } from './safe-name.js';

interface Hands {
  /** `runs/<run>/review` in Pawl's home. */
  readonly top: (runKey: string) => string;
  /** @throws when a link stands in place of a folder of ours */
  readonly refuseLinks: (path: string) => Promise<void>;
  readonly removeWhole: (runKey: string, folders: readonly string[]) => Promise<void>;
}

type ReviewFolders = Pick<RunFolders, 'review' | 'holdsReview' | 'discardReviews'>;

const draftEnd = '.draft';

/** Copies of tests at the gate, `runs/<run>/review/<label>`: a person's hands work in them, so nothing is laid over one. */
export function createReviewFolders({ top, refuseLinks, removeWhole }: Hands): ReviewFolders {
  async function remove(runKey: string, wanted: (name: string) => boolean): Promise<void> {
    await refuseLinks(top(runKey));
    const names = await readdir(top(runKey)).catch(() => []);
    await removeWhole(
      runKey,
      names.filter(wanted).map((name) => join(top(runKey), name)),
    );
  }

  async function review(runKey: string, label: string, { keep, lay }: ReviewWish): Promise<string> {
    const folder = join(top(runKey), safeName('label', label));
    const draft = `${folder}${draftEnd}`;
    // A draft is left only by a start that died half-way.
    await remove(runKey, (name) => name.endsWith(draftEnd) || !name.startsWith(keep));
    if (await holdsReview(folder)) return folder;
    await mkdir(top(runKey), { recursive: true, mode: 0o700 });
    await lay(draft);
    // What stands there is no folder: nothing of ours, and `rename` would refuse it.
    await removeWhole(runKey, [folder]);
    await rename(draft, folder);
    return folder;
  }

  return { review, holdsReview, discardReviews: (runKey) => remove(runKey, () => true) };
}

async function holdsReview(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  return stats?.isDirectory() === true;
}
