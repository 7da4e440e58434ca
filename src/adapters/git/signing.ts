import { createHash } from 'node:crypto';
import type { Signing } from '../../domain/commit/signing.js';
import { stripControls } from '../../domain/sanitise.js';
import type { CommitRequest, Identity, ObjectId, SignedCommit } from '../../ports/repository.js';
import { gitFailure, isDiskFull } from './git-failure.js';
import type { GitAnswer } from './git-command.js';
import { objectId } from './names.js';
import { laySigningHome, saidIn, type Signer } from './signing-program.js';
import type { Trusted } from './trusted.js';
import { branchTip, commitCall, writeCommit } from './writing.js';

interface Wish {
  readonly branch: string;
  readonly request: CommitRequest;
  readonly how: Signing;
}

/**
 * Finds, then does: a signature holds its time and differs from try to try, so a tip that is this very commit but for
 * the signature is what an earlier try has made (D2, R25). One that was signed and never came onto the branch is a
 * loose object that harms nobody.
 */
export async function writeSignedCommit(trusted: Trusted, signer: Signer, wish: Wish): Promise<SignedCommit> {
  const plain = await writeCommit(trusted, wish.request);
  const tip = await branchTip(trusted, wish.branch);
  if (tip !== null && (await nameWithoutSignature(trusted, tip)) === plain) return { kind: 'signed', sha: tip };
  const answer = await signed(trusted, signer, wish.how, wish.request);
  if (answer.code === 0) return { kind: 'signed', sha: answer.out.toString('utf8').trim() };
  if (isDiskFull(answer.err)) throw gitFailure('git commit-tree', answer);
  return { kind: 'refused', why: said(answer) };
}

/** Signs a commit that nothing points at. */
export async function signingProblem(
  trusted: Trusted,
  signer: Signer,
  { tree, author, how }: { readonly tree: ObjectId; readonly author: Identity; readonly how: Signing },
): Promise<string | null> {
  const request = { tree, author, atMs: 0, message: 'Can this key sign?\n' };
  const answer = await signed(trusted, signer, how, request);
  return answer.code === 0 ? null : said(answer);
}

async function signed(
  trusted: Trusted,
  signer: Signer,
  how: Signing,
  { parent, ...request }: Omit<CommitRequest, 'parent'> & Partial<CommitRequest>,
): Promise<GitAnswer> {
  const { args, env, input } = commitCall(parent === undefined ? [] : [parent], request, [`-S${how.key ?? ''}`]);
  return trusted.withTemporary(async (home) => {
    await laySigningHome(home, how, signer);
    const call = { env: { ...env, HOME: home, XDG_CONFIG_HOME: home }, input };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await trusted.run(args, call);
      // Another child of this worker, forked in that moment, may hold the launcher open until it has become its program.
      if (attempt < 5 && answer.err.includes('Text file busy')) continue;
      return answer.code === 0 ? answer : { ...answer, err: withProgram(answer.err, await saidIn(home)) };
    }
  });
}

/** The name that the commit would have without its signature. */
async function nameWithoutSignature(trusted: Trusted, commit: ObjectId): Promise<ObjectId> {
  const text = (await trusted.must(['cat-file', 'commit', objectId(commit)])).toString('latin1');
  const end = text.indexOf('\n\n');
  const head = text.slice(0, end).replace(/\ngpgsig [^\n]*(?:\n [^\n]*)*/, '');
  const plain = Buffer.from(head + text.slice(end), 'latin1');
  return createHash('sha1').update(`commit ${plain.length}\0`).update(plain).digest('hex');
}

/** Newer versions of git repeat what the program said. */
function withProgram(git: string, program: string): string {
  const more = program.split('\n').filter((line) => !git.includes(line));
  return [git.trim(), ...more].join('\n');
}

/** What git and the program said, for people: without the lines that gpg writes for programs. */
function said({ err, code }: GitAnswer): string {
  const lines = stripControls(err).split('\n');
  const own = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('[GNUPG:]'));
  const words = own.filter((line) => line !== 'fatal: failed to write commit object').join('; ');
  return words === '' ? `git ended with code ${String(code)}` : words.slice(0, 1_000);
}
