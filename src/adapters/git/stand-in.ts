import { copyFile, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectId } from '../../ports/repository.js';
import { configQuoted, type ConfigValues } from './config-text.js';
import { runGit, type GitAnswer, type GitCall } from './git-command.js';
import { gitEnvironment, personHome, type GitOptions } from './git-environment.js';
import { gitFailure } from './git-failure.js';
import type { FoundPlace } from './origin-place.js';

/**
 * A git directory of ours that stands in for the origin's while its files are compared: it reads the origin's
 * objects, has a copy of its index, and only those settings that say how bytes on disk and in git relate.
 * Filters, fsmonitor, hooks, textconv and includes named in the origin don't exist here, so nothing of the
 * origin can run, and nothing there is written (D1).
 */
export interface StandIn {
  must(args: readonly string[], input?: string | Buffer): Promise<Buffer>;
  /** About the index alone. Told of no files, git lists all of it, also when Pawl's home lies among them. */
  mustOfIndex(args: readonly string[]): Promise<Buffer>;
  /** Makes git believe the stat data of every index entry, also of those written in the index's own second. */
  trustIndex(): Promise<void>;
}

/** With these the comparison sees line endings, modes and names as the person's own git does (F60). */
const byteSettings = [
  'core.autocrlf',
  'core.eol',
  'core.filemode',
  'core.symlinks',
  'core.ignorecase',
  'core.precomposeunicode',
  'core.checkstat',
  'core.trustctime',
  'core.sparsecheckout',
] as const;

export async function makeStandIn(
  options: GitOptions,
  origin: { readonly place: FoundPlace; readonly settings: ConfigValues; readonly head: ObjectId | null },
  scratch: string,
): Promise<StandIn> {
  const { place, settings, head } = origin;
  const gitDir = join(scratch, 'stand-in.git');
  for (const name of ['objects/info', 'refs', 'info']) await mkdir(join(gitDir, name), { recursive: true });
  await writeFile(join(gitDir, 'HEAD'), `${head ?? 'ref: refs/heads/none'}\n`);
  await writeFile(join(gitDir, 'config'), standInConfig(options, settings));
  await writeFile(join(gitDir, 'objects/info/alternates'), `${configQuoted(join(place.commonGitDir, 'objects'))}\n`);
  for (const name of ['info/exclude', 'info/attributes']) {
    await copyFile(join(place.commonGitDir, name), join(gitDir, name)).catch(() => undefined);
  }
  if (!place.bare) await copyIndex(place.checkoutGitDir, gitDir);
  const env: Record<string, string> = { ...gitEnvironment(options.path, scratch), GIT_DIR: gitDir };
  if (options.systemConfig !== false) delete env['GIT_ATTR_NOSYSTEM'];
  if (!place.bare) env['GIT_WORK_TREE'] = place.top;

  const run = async (call: Omit<GitCall, 'cwd'>): Promise<Buffer> => {
    const answer: GitAnswer = await runGit({ ...call, cwd: gitDir });
    if (answer.code !== 0) throw gitFailure(`The repository at ${place.top} can't be read`, answer);
    return answer.out;
  };
  return {
    must: (args, input) => run({ args, env, ...(input === undefined ? {} : { input }) }),
    mustOfIndex(args) {
      const { GIT_WORK_TREE: _, ...bare } = env;
      return run({ args, env: bare });
    },
    async trustIndex() {
      const later = Date.now() / 1000 + 60;
      await utimes(join(gitDir, 'index'), later, later);
    },
  };
}

async function copyIndex(from: string, to: string): Promise<void> {
  const names = await readdir(from);
  // A split index keeps most entries in a second file.
  for (const name of names.filter((text) => text === 'index' || text.startsWith('sharedindex.'))) {
    const copy = join(to, name);
    await copyFile(join(from, name), copy);
    // Git takes an entry for clean when the index is newer than the file. The copy must not be newer than the
    // original, or a change made in the same moment would go unseen.
    const writtenAt = Math.floor((await stat(join(from, name))).mtimeMs / 1000);
    await utimes(copy, writtenAt, writtenAt);
  }
}

function standInConfig(options: GitOptions, settings: ConfigValues): string {
  const kept = byteSettings.flatMap((key) => {
    const value = settings.last(key);
    return value === null ? [] : [[key.slice('core.'.length), value] as const];
  });
  const files = [
    ['excludesFile', personFile(options, settings.last('core.excludesfile'), 'git/ignore')] as const,
    ['attributesFile', personFile(options, settings.last('core.attributesfile'), 'git/attributes')] as const,
  ];
  const core = [['repositoryformatversion', '0'] as const, ...kept, ...files];
  const lines = core.map(([key, value]) => `\t${key} = ${configQuoted(value)}\n`).join('');
  return `[core]\n${lines}\thooksPath = /dev/null\n\tfsmonitor = false\n\tuntrackedCache = false\n`;
}

/** The person's own list of ignored files, or of attributes: plain patterns, read by git, never run. */
function personFile(options: GitOptions, configured: string | null, usual: string): string {
  const named = configured ?? join(personHome(options), '.config', usual);
  return named.startsWith('~/') ? join(personHome(options), named.slice(2)) : named;
}
