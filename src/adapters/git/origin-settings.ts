import type { Identity } from '../../ports/repository.js';
import { parseConfig, type ConfigValues } from './config-text.js';
import { runGit } from './git-command.js';
import { personEnvironment, type GitOptions } from './git-environment.js';
import { gitFailure } from './git-failure.js';
import type { FoundPlace } from './origin-place.js';

/**
 * The settings that git would use in this checkout, read as data: the machine's, the person's, the
 * repository's, with their includes. `config --list` starts nothing.
 */
export async function readSettings(options: GitOptions, place: FoundPlace, scratch: string): Promise<ConfigValues> {
  const env = personEnvironment(options, place.checkoutGitDir);
  const answer = await runGit({ args: ['config', '--list', '-z', '--includes'], env, cwd: scratch });
  if (answer.code !== 0) throw gitFailure(`The git settings of ${place.top} can't be read`, answer);
  return parseConfig(answer.out);
}

/** In git's own order: environment, `author.*`, `user.*`, EMAIL. Null when name or email is missing. */
export function authorOf(settings: ConfigValues, options: GitOptions): Identity | null {
  const { authorName, authorEmail, email: last } = options.people;
  const name = firstWords([authorName, settings.last('author.name'), settings.last('user.name')]);
  const email = firstWords([authorEmail, settings.last('author.email'), settings.last('user.email'), last]);
  return name === null || email === null ? null : { name, email };
}

/** Git drops these characters from a name; one that consists of nothing else is none. */
function firstWords(candidates: readonly (string | null)[]): string | null {
  for (const candidate of candidates) {
    const words = (candidate ?? '').replace(/[\0\n\r<>]/g, '').trim();
    if (words !== '') return words;
  }
  return null;
}

/** Objects that are fetched only when needed: reading one could start a program the origin names. */
export function isPartialClone(settings: ConfigValues): boolean {
  const promisors = settings.matching(/^remote\..*\.(promisor|partialclonefilter)$/s);
  return settings.last('extensions.partialclone') !== null || promisors.some(([, value]) => value !== 'false');
}
