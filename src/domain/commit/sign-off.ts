import { stripControls } from '../sanitise.js';
import { parseTrailers } from './parse-trailers.js';

const key = 'Signed-off-by';

interface Person {
  readonly name: string;
  readonly email: string;
}

/** Puts the author's sign-off at the end of the one trailer paragraph of a message that Pawl rendered (R-001-40). */
export function withSignOff(message: string, author: Person): string {
  return hasSignOff(message, author) ? message : `${message.trimEnd()}\n${key}: ${signOffOf(author)}\n`;
}

export function hasSignOff(message: string, author: Person): boolean {
  const wanted = signOffOf(author);
  return parseTrailers(message).some((trailer) => trailer.key === key && trailer.value === wanted);
}

/** Written as git writes the same person into the commit: checks of sign-offs compare the two. */
function signOffOf({ name, email }: Person): string {
  return `${asGitWrites(name)} <${asGitWrites(email)}>`.trim();
}

function asGitWrites(text: string): string {
  const line = stripControls(text)
    .replace(/[\n\t]/g, ' ')
    .replace(/[<>]/g, '');
  return line.replace(/^[\s.,:;"\\']+/, '').replace(/[\s.,:;"\\']+$/, '');
}
