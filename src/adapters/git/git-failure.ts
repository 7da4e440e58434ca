import { errorWords } from '../artifacts/error-facts.js';
import { RepositoryError } from '../../ports/repository.js';
import type { GitAnswer } from './git-command.js';

const noSpace = /No space left on device|Out of diskspace|Disk quota exceeded|ENOSPC|EDQUOT/;
const readOnly = /Read-only file system|EROFS/;
const lockExists = /Unable to create '(.+?\.lock)': File exists/s;

/** The lock file git ran into, or null. */
export function lockInTheWay(answer: GitAnswer): string | null {
  return lockExists.exec(answer.err)?.[1] ?? null;
}

export function isDiskFull(text: string): boolean {
  return noSpace.test(text);
}

export function isReadOnly(text: string): boolean {
  return readOnly.test(text);
}

/** Turns git's words into a failure with a kind, so that nobody above branches on text. */
export function gitFailure(
  what: string,
  answer: GitAnswer,
  otherwise: 'unreachable' | 'other' = 'other',
): RepositoryError {
  const lock = lockInTheWay(answer);
  if (isDiskFull(answer.err)) return new RepositoryError('disk-full', `${what}: the disk is full. ${words(answer)}`);
  if (isReadOnly(answer.err)) {
    return new RepositoryError('read-only', `${what}: the file system is read-only. ${words(answer)}`);
  }
  if (lock !== null) {
    const advice = `another git process holds ${lock}. If none runs, remove that file.`;
    return new RepositoryError('locked', `${what}: ${advice}`);
  }
  if (/spawn git E(NOENT|ACCES)/.test(answer.err)) {
    return new RepositoryError('other', `${what}: git was not found on the PATH. Expected git 2.36 or newer.`);
  }
  return new RepositoryError(otherwise, `${what}: ${words(answer)}`);
}

function words(answer: GitAnswer): string {
  const text = answer.err.trim();
  const ended = answer.code === null ? 'git was ended by a signal' : `git ended with code ${String(answer.code)}`;
  return text === '' ? ended : text.slice(0, 4000);
}

/** The same kinds for a failure of a file operation of ours. */
export function fileFailure(what: string, error: unknown): Error {
  const text = errorWords(error);
  if (isDiskFull(text)) return new RepositoryError('disk-full', `${what}: the disk is full. ${text}`);
  if (isReadOnly(text)) return new RepositoryError('read-only', `${what}: the file system is read-only. ${text}`);
  return new RepositoryError('other', `${what}: ${text}`);
}
