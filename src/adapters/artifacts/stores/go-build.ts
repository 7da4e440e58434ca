import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Go's build cache must be writable, and without what setup built, each test run compiles the standard library first.
 * So a program gets a cache of its own whose files are links to those of the store, which are shown beside it.
 */
export const goBuild = {
  /** Where it lies below HOME, and in the store. */
  kept: '.cache/go-build',
  /** Where the store's files are shown. */
  shownAt: (home: string): string => join(home, '.cache/go-build-of-setup'),
  lay,
};

/** Links by way of the place where the store is shown: its own path may be hidden. About 20 ms for 1,000 files. */
function lay(store: string, home: string): void {
  const from = join(store, 'home', goBuild.kept);
  const top = join(home, goBuild.kept);
  for (const folder of readdirSync(from, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    mkdirSync(join(top, folder.name), { recursive: true });
    for (const name of readdirSync(join(from, folder.name))) {
      symlinkSync(join(goBuild.shownAt(home), folder.name, name), join(top, folder.name, name));
    }
  }
}
