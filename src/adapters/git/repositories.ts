import type { Repositories } from '../../ports/repository.js';
import type { GitOptions } from './git-environment.js';
import { inspect } from './inspecting.js';
import { repositoryOn } from './repository.js';
import { signerOf } from './signing-program.js';
import { openTrustedFolder } from './trusted-folder.js';
import { openTrusted } from './trusted.js';

/** Git by simple-git, one bare trusted repository an origin in `<home>/repositories` (design 5). */
export function createRepositories(options: GitOptions): Repositories {
  return {
    inspect: (path) => inspect(options, path),
    async open(origin) {
      const folder = await openTrustedFolder(options.home, origin);
      return repositoryOn(openTrusted(options.path, folder, origin), signerOf(options));
    },
  };
}
