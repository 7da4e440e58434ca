import { causeFailure } from '../contract/failures.js';
import type { Facts } from '../contract/run-facts.js';
import { signingText, unsignedWay, type Signing } from '../domain/commit/signing.js';
import { hasSignOff, withSignOff } from '../domain/commit/sign-off.js';
import type { CommitRequest, OriginFacts, Repository } from '../ports/repository.js';
import type { PawlJson } from '../texts/pawl-json.js';
import type { Run } from './run-facts.js';

/**
 * What each commit of the run carries besides its message. A key that is asked for signs once, here: nobody is at a
 * terminal when a leaf's work is to be committed (design 5).
 * @throws `unsupported-repository` where it can't sign
 */
export async function commitHabits(
  repository: Repository,
  origin: OriginFacts,
  author: Facts['author'],
  { sha, rules }: { readonly sha: string; readonly rules: Pick<PawlJson, 'signOff'> },
): Promise<Pick<Facts, 'signing' | 'signOff'>> {
  const signOff = rules.signOff ? { signOff: true } : {};
  // One that is refused by its settings alone was refused with the origin.
  if (origin.signing?.kind !== 'can') return signOff;
  const { how } = origin.signing;
  const problem = await repository.signingProblem(await repository.treeOf(sha), author, how);
  if (problem !== null) throw cantSign(how, problem);
  return { ...signOff, signing: how };
}

/** Writes the commit of this request, signed where the run signs. @throws `unsupported-repository` where the key no longer can */
export async function writeRunCommit({ repository, facts }: Run, request: CommitRequest): Promise<string> {
  if (facts.signing === undefined) return repository.writeCommit(request);
  const written = await repository.writeSignedCommit(facts.branch, request, facts.signing);
  if (written.kind === 'refused') throw cantSign(facts.signing, written.why);
  return written.sha;
}

/** A message of Pawl's own with the author's sign-off, where the repository asks for it. */
export function signedOff({ signOff, author }: Facts, message: string): string {
  return signOff === true ? withSignOff(message, author) : message;
}

/** Why a message that a hook left can't be signed off any more; null where it is, or need not be. */
export function signOffProblem({ signOff, author }: Facts, message: string): string | null {
  if (signOff !== true || hasSignOff(message, author)) return null;
  return "the author's sign-off, which pawl.json asks for, is gone";
}

function cantSign(how: Signing, said: string): Error {
  const { format } = how;
  const agent =
    format === 'ssh'
      ? 'put it into the ssh-agent of the worker (SSH_AUTH_SOCK): ssh-add'
      : "have gpg's agent remember its passphrase: sign something by hand, and see max-cache-ttl of gpg-agent";
  return causeFailure(
    'unsupported-repository',
    `commit.gpgsign is set, and the key can't sign (${signingText(how)}): ${said}; expected a key that signs without a terminal: ${agent}; or ${unsignedWay}`,
  );
}
