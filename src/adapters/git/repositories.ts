import { isRemoteOrigin } from '../../domain/run/origin-url.js';
import type { Repositories } from '../../ports/repository.js';
import type { GitOptions } from './git-environment.js';
import { inspectRemote } from './inspecting-remote.js';
import { inspect } from './inspecting.js';
import { networkEnvironment } from './network.js';
import { repositoryOn } from './repository.js';
import { signerOf } from './signing-program.js';
import { openTrustedFolder } from './trusted-folder.js';
import { openTrusted } from './trusted.js';

/** Git by simple-git, one bare trusted repository an origin in `<home>/repositories` (design 5). */
export function createRepositories(options: GitOptions): Repositories {
  return {
    inspect: (path) => (isRemoteOrigin(path) ? inspectRemote(options, path) : inspect(options, path)),
    async open(origin) {
      const folder = await openTrustedFolder(options.home, origin);
      const network = isRemoteOrigin(origin.gitDir)
        ? await networkEnvironment(options, folder, origin.gitDir)
        : undefined;
      return repositoryOn(openTrusted(options.path, folder, origin, network), signerOf(options));
    },
  };
}
