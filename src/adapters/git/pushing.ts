import { RepositoryError, type ObjectId, type PushResult } from '../../ports/repository.js';
import { checkedOutAt } from './checked-out.js';
import type { GitAnswer } from './git-command.js';
import { gitFailure, isDiskFull, isReadOnly } from './git-failure.js';
import { branchRef, objectId } from './names.js';
import { originTip } from './origin-refs.js';
import type { Trusted } from './trusted.js';

/**
 * One plain push of one branch: never force, no hooks of the origin. The remote ref is read before and after,
 * so that a push whose answer was lost counts (F6), and a foreign move is never overwritten (F49).
 */
export async function push(
  trusted: Trusted,
  branch: string,
  to: ObjectId,
  expected: ObjectId | null,
): Promise<PushResult> {
  const ref = branchRef(branch);
  const refspec = `${objectId(to)}:${ref}`;
  const before = await tipOrProblem(trusted, branch);
  if (before instanceof RepositoryError) return { kind: 'failed', why: before.message };
  if (before.tip === to) return { kind: 'already' };
  if (before.tip !== expected) return { kind: 'moved-by-others', actual: before.tip };
  const inUse = await checkedOutAt(trusted.origin, branch);
  if (inUse !== null) return { kind: 'deferred', why: inUse };
  const plain = ['push', '--porcelain', '--no-verify', '--no-follow-tags', '--no-recurse-submodules', '--no-signed'];
  const answer = await trusted.run([...plain, '--end-of-options', 'origin', refspec]);
  const after = await tipOrProblem(trusted, branch);
  const actual = after instanceof RepositoryError ? before.tip : after.tip;
  if (actual === to) return { kind: 'pushed' };
  if (actual !== expected) return { kind: 'moved-by-others', actual };
  if (isDiskFull(answer.err)) throw gitFailure('git push', answer);
  return readRefusal(answer, ref);
}

async function tipOrProblem(trusted: Trusted, branch: string) {
  try {
    return { tip: await originTip(trusted, branch) };
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
}

/** `!\t<from>:<to>\t<summary> (<reason>)` on standard output: the origin or git itself said no. */
function readRefusal(answer: GitAnswer, ref: string): PushResult {
  const words = answer.err.trim();
  const line = answer.out
    .toString('utf8')
    .split('\n')
    .find((text) => text.startsWith('!\t') && text.includes(ref));
  const reason = line?.split('\t')[2] ?? '';
  // A lock in the origin is a person's own git at work; it is gone in a moment.
  const said = `${reason}${words}`;
  const passing = line === undefined || isReadOnly(said) || /cannot lock ref|File exists/.test(said);
  const why = [reason, words].filter((text) => text !== '').join('\n') || 'git push ended without a word';
  return { kind: passing ? 'failed' : 'refused', why: why.slice(0, 4000) };
}
