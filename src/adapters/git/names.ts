import { RepositoryError, type ObjectId } from '../../ports/repository.js';

/**
 * Paths inside git travel as byte strings (latin1: one character a byte), so that names which are no
 * UTF-8 come through unchanged (F60). Only what a person or the domain sees is text.
 */
export type BytePath = string;

export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1');
export const bytePath = (text: string): BytePath => Buffer.from(text, 'utf8').toString('latin1');
export const textOf = (path: BytePath): string => bytesOf(path).toString('utf8');

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function isUtf8(path: BytePath): boolean {
  try {
    strict.decode(bytesOf(path));
    return true;
  } catch {
    return false;
  }
}

/** Only full hexadecimal names go into an argument list; anything else could be an option (T7). */
export function objectId(id: string): ObjectId {
  if (/^[0-9a-f]{40}$/.test(id)) return id;
  throw new RepositoryError('other', `Not an object name: ${JSON.stringify(id)}. Expected 40 hexadecimal digits.`);
}

const badInRef = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^\/|(^|\/)\.|\.lock(\/|$)|^@$/;

/** The rules of `git check-ref-format --branch`, without starting git. */
export function isBranchName(name: string): boolean {
  return name !== '' && name.length <= 1000 && !name.startsWith('-') && name !== 'HEAD' && !badInRef.test(name);
}

export function branchRef(branch: string): string {
  if (isBranchName(branch)) return `refs/heads/${branch}`;
  const example = 'Expected something like tdd/issue-42-expired-token.';
  throw new RepositoryError('other', `Not a branch name: ${JSON.stringify(branch)}. ${example}`);
}

/** A path inside a tree as git stores it; throws for anything that could lead out of it. */
export function treePath(text: string): BytePath {
  const parts = text.split('/');
  const bad = parts.some((part) => part === '' || part === '.' || part === '..' || isDotGit(part));
  if (!bad && !text.includes('\0')) return bytePath(text);
  throw new RepositoryError(
    'other',
    `Not a path inside the repository: ${JSON.stringify(text)}. Expected src/auth.ts.`,
  );
}

/** `.git` in the spellings that some file system takes for it. */
export function isDotGit(name: string): boolean {
  // Code points that HFS+ ignores in names; Windows drops dots and blanks at the end.
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return /^(\.git|git~1)[. ]*(:.*)?$/.test(plain);
}
