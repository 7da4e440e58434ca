import { displayLine } from '../../domain/sanitise.js';
import { RepositoryError, type ObjectId } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { runGit, type GitAnswer } from './git-command.js';
import { gitFailure } from './git-failure.js';
import type { OpenCheckout } from './open-checkout.js';

/** What a branch is compared with, and the point where the two parted. */
export interface FoundBase {
  /** As typed, or the remote's default branch. */
  readonly given: string;
  /** The full ref that the name stands for; null for a commit by its name. */
  readonly ref: string | null;
  readonly sha: ObjectId;
  readonly mergeBase: ObjectId;
  readonly head: ObjectId;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
}

const remoteDefault = 'refs/remotes/origin/HEAD';
const example = 'for example: --base origin/main';

/**
 * The base of a checkout, as a person types it. Refused where the branch would be compared with itself, for an
 * empty range would pass every commit; ref names are compared, not commits (R-004-15, R-004-16, R-004-17).
 *
 * @throws {RepositoryError} with what was expected, when nothing can be judged
 */
export async function findBase(checkout: OpenCheckout, typed: string | null): Promise<FoundBase> {
  const { head, place, settings } = checkout;
  const { top, shallow } = place;
  const ask = asking(checkout);
  if (head === null) throw refused(`${top} has no commit yet; expected a branch cut from a base, ${example}`);
  const given = typed ?? remoteDefault;
  if (typed !== null && !canBeName(typed)) {
    throw refused(`the base ${shown(typed)} is no name of a ref; expected the ref the branch was cut from, ${example}`);
  }
  const { ref, sha } = await resolve(ask, given, typed === null);
  // Of a detached HEAD there is no name.
  const named = await ask(['symbolic-ref', '--quiet', 'HEAD']);
  const own = named.text === '' ? null : named.text;
  refuseOwn(ref, own, given, settings);
  const found = await ask(['-c', 'core.commitGraph=false', 'merge-base', sha, head]);
  if (!isCommit(found.text)) {
    const mend = shallow
      ? 'the clone is shallow, mend it with: git fetch --unshallow'
      : `expected its origin, ${example}`;
    throw refused(`the base ${shown(given)} has no commit in common with the branch; ${mend}`);
  }
  const branch = own?.replace(/^refs\/heads\//, '') ?? null;
  return { given, ref, sha, mergeBase: found.text, head, branch };
}

interface Said {
  readonly text: string;
  readonly err: string;
}
type Ask = (args: readonly string[]) => Promise<Said>;

/** Refs live in the repository itself, so git is asked there: these commands read refs and commits, and start nothing. */
function asking({ place, env }: OpenCheckout): Ask {
  const call = { env: { ...env, GIT_DIR: place.checkoutGitDir }, cwd: place.commonGitDir };
  return async (args) => {
    const answer: GitAnswer = await runGit({ ...call, args });
    // Without a code, or with one of these, git itself is at fault; 1 and 128 stand for "there is none".
    if (answer.code !== 0 && answer.code !== 1 && answer.code !== 128) {
      throw gitFailure(`The repository at ${place.top} can't be read`, answer);
    }
    return { text: answer.code === 0 ? answer.out.toString('utf8').replace(/\n+$/, '') : '', err: answer.err };
  };
}

async function resolve(ask: Ask, given: string, isDefault: boolean): Promise<{ ref: string | null; sha: ObjectId }> {
  // The name alone first: `^{commit}` behind a search such as `:/words` would become part of the words.
  const id = await ask(['rev-parse', '--verify', '--quiet', given]);
  const commit = isCommit(id.text) ? await ask(['rev-parse', '--verify', '--quiet', `${id.text}^{commit}`]) : id;
  if (!isCommit(commit.text)) {
    if (!isDefault) throw refused(`the base ${shown(given)} is unknown here; expected a ref or a commit, ${example}`);
    throw refused(
      `no base was given and ${remoteDefault} is not set; expected the ref the branch was cut from, ${example}`,
    );
  }
  const full = await ask(['-c', 'core.warnAmbiguousRefs=true', 'rev-parse', '--verify', '--symbolic-full-name', given]);
  if (/is ambiguous/.test(full.err)) {
    throw refused(
      `the base ${shown(given)} stands for several refs; expected a full name, for example: refs/heads/main`,
    );
  }
  return { ref: full.text === '' ? null : full.text, sha: commit.text };
}

function refuseOwn(ref: string | null, own: string | null, given: string, settings: ConfigValues): void {
  const empty = `so that no commit of the branch would count; expected the ref it was cut from, ${example}`;
  if (ref === 'HEAD' || (ref !== null && ref === own)) {
    throw refused(`the base ${shown(given)} is what is checked out itself, ${empty}`);
  }
  if (ref !== null && own !== null && isCopyOf(ref, own, settings)) {
    throw refused(`the base ${shown(given)} is the remote copy of the branch itself (${shown(ref)}), ${empty}`);
  }
}

/** Is this where a remote's branch of the same name is kept? By the fetch rules, else by the usual place. */
function isCopyOf(ref: string, own: string, settings: ConfigValues): boolean {
  const rules = settings.matching(/^remote\..+\.fetch$/s).map(([, rule]) => rule);
  if (rules.some((rule) => fetchedTo(rule, own) === ref)) return true;
  const branch = own.replace(/^refs\/heads\//, '');
  // A remote's name may hold a slash, so the configured ones are asked first.
  const remotes = settings.matching(/^remote\..+\.[^.]+$/s).map(([key]) => key.split('.').slice(1, -1).join('.'));
  const holders = remotes.filter((remote) => ref.startsWith(`refs/remotes/${remote}/`));
  if (holders.length > 0) return holders.some((remote) => ref === `refs/remotes/${remote}/${branch}`);
  return ref.replace(/^refs\/remotes\/[^/]+\//, '') === branch && ref !== branch;
}

/** `+refs/heads/*:refs/remotes/origin/*`: where this ref is kept; null when the rule is not about it. */
function fetchedTo(rule: string, ref: string): string | null {
  const [from = '', to = ''] = rule.replace(/^\+/, '').split(':');
  const star = from.indexOf('*');
  if (star < 0) return from === ref ? to : null;
  const [start, end] = [from.slice(0, star), from.slice(star + 1)];
  if (!ref.startsWith(start) || !ref.endsWith(end) || ref.length < start.length + end.length) return null;
  const middle = ref.slice(start.length, ref.length - end.length);
  return to.replace('*', () => middle);
}

/** Any way to name a commit, but no option and nothing that breaks a line (T7). */
function canBeName(text: string): boolean {
  return text.trim() !== '' && text.length <= 1000 && !text.startsWith('-') && !/[\u0000-\u001f\u007f]/.test(text);
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

function shown(name: string): string {
  return `"${displayLine(name, 200)}"`;
}

function refused(why: string): RepositoryError {
  return new RepositoryError('other', why);
}
