import { remoteName, slugOfPath } from '../../domain/run/origin-url.js';
import type { ObjectId, OriginFacts } from '../../ports/repository.js';
import { personHome, type GitOptions } from './git-environment.js';
import { refusedContent } from './inspecting.js';
import { networkEnvironment, personSettings } from './network.js';
import { fetchOrigin, remoteHead, resolveInOrigin } from './origin-refs.js';
import { authorOf } from './origin-settings.js';
import { remoteOf } from './remote.js';
import { signingIn } from './signing-settings.js';
import { openTrustedFolder } from './trusted-folder.js';
import { openTrusted } from './trusted.js';

/**
 * Finds out about a remote: what it has is fetched, since only then can be seen what Pawl can't carry. It has no
 * checkout; who commits and how they sign is what this host's person has set for themselves.
 * @throws {NotARepositoryError} for a URL that is refused @throws {RepositoryError} `unreachable`
 */
export async function inspectRemote(options: GitOptions, url: string): Promise<OriginFacts> {
  const remote = remoteOf(url);
  const origin = { path: url, gitDir: url };
  const folder = await openTrustedFolder(options.home, origin);
  const trusted = openTrusted(options.path, folder, origin, await networkEnvironment(options, folder, url));
  const headBranch = await remoteHead(trusted);
  await fetchOrigin(trusted);
  const [settings, head] = await Promise.all([personSettings(options, folder), headCommit(headBranch)]);
  const nowhere = { top: personHome(options), checkoutGitDir: folder.gitDir, commonGitDir: folder.gitDir };
  const place = { ...nowhere, bare: true, shallow: false, objectFormat: 'sha1' };
  return {
    path: url,
    bare: true,
    gitDir: url,
    remoteSlug: remoteName(remote).kind === 'remote' ? slugOfPath(remote.path) : null,
    headBranch,
    hasCommits: head !== null || (await trusted.text(anyBranch)) !== '',
    trackedChanges: [],
    untracked: [],
    author: authorOf(settings, options),
    wantsSigning: settings.isTrue('commit.gpgsign'),
    ...(await signingIn(options, place, settings, folder.gitDir)),
    unsupported:
      head === null ? [] : await refusedContent({ must: (args, input) => trusted.must(args, given(input)) }, head),
  };

  async function headCommit(branch: string | null): Promise<ObjectId | null> {
    return branch === null ? null : resolveInOrigin(trusted, branch);
  }
}

const anyBranch = ['for-each-ref', '--count=1', '--format=%(refname)', 'refs/origin/heads'];

function given(input: string | Buffer | undefined): { readonly input?: string | Buffer } {
  return input === undefined ? {} : { input };
}
