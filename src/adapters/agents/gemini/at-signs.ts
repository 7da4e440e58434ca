/**
 * How gemini 0.61 finds a path behind an `@` in its prompt: a quoted piece, an escaped character, or any but these. Such a path
 * is replaced by the file's whole content when there is one; a back-slash in front of the `@` keeps it from looking.
 */
const atPath = /(?<!\\)@(?:"[^"]*"|\\.|[^ \t\n\r,;!?()[\]{}.]|\.(?!$|[ \t\n\r]))+/g;

/** All of a path's: behind one that is marked the next would count. */
const bareSign = /(?<!\\)@/g;

const told =
  'In the text above a back-slash stands in front of some @ signs, as in \\@, to keep this CLI from reading a file into it. ' +
  'It does not belong to the text.';

/**
 * The prompt with a back-slash before each `@` that names something, and a sentence behind it that says so; letter for
 * letter where there is none (R28, T1).
 * @param isThere does a path lead to a file or folder, seen from the leaf's folder?
 */
export function withoutReferences(prompt: string, isThere: (path: string) => boolean): string {
  const escaped = prompt.replace(atPath, (found) =>
    mayName(found.slice(1), isThere) ? found.replace(bareSign, '\\@') : found,
  );
  return escaped === prompt ? prompt : `${escaped.trimEnd()}\n\n${told}\n`;
}

/** Odd ways to write a path are not followed to their end: they count as one that is there. */
function mayName(path: string, isThere: (path: string) => boolean): boolean {
  return /["\\~%]/.test(path) || isThere(path);
}
