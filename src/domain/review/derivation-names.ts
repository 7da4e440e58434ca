import { folderOf, nameOf } from './source-files.js';

/**
 * Beginnings of words that suggest a security or correctness derivation (R-001-09): redaction, auth, permission,
 * identity, path check, validation, state guard. Too many names cost a line each; a missing one costs a review.
 */
const stems: readonly string[] = [
  ...['redact', 'sanit', 'mask', 'scrub', 'escap', 'anonym', 'censor', 'encrypt', 'decrypt', 'secret'],
  ...['authn', 'authz', 'authent', 'authoris', 'authoriz', 'login', 'logon', 'credential', 'password', 'token'],
  ...[
    'signature',
    'session',
    'permi',
    'allow',
    'deny',
    'denie',
    'denia',
    'forbid',
    'access',
    'privileg',
    'polic',
    'grant',
    'role',
  ],
  ...['admin', 'identit', 'owner', 'tenant', 'travers', 'contain', 'confin', 'inside', 'valid', 'verif', 'check'],
  ...['ensure', 'guard', 'transition', 'expir', 'quota'],
];

/** Whole words that would suggest too much as beginnings: an author is no authorisation. */
const words: ReadonlySet<string> = new Set([
  ...['auth', 'oauth', 'sso', 'acl', 'rbac', 'can', 'may', 'path', 'paths', 'safe', 'unsafe', 'state', 'states'],
  ...['lock', 'locked', 'owns', 'same', 'jwt', 'csrf', 'xss'],
]);

/** Does a name of a function or a module, in any spelling, suggest such a derivation? */
export function suggestsDerivation(name: string): boolean {
  return wordsOf(name).some((word) => words.has(word) || stems.some((stem) => word.startsWith(stem)));
}

/** A file's own name, or that of the folder it lies in: `auth/index.ts` is about auth. */
export function fileSuggestsDerivation(path: string): boolean {
  const name = nameOf(path);
  const dot = name.indexOf('.');
  return suggestsDerivation(dot < 1 ? name : name.slice(0, dot)) || suggestsDerivation(nameOf(folderOf(path)));
}

/** `isInsidePath`, `is_inside_path`, `IS-INSIDE-PATH`: is, inside, path. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
