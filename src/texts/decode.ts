/** An issue file longer than this is refused by name (design 6). */
export const maxIssueBytes = 1_000_000;

/** The block pass makes several objects a line: this bounds its time and memory, whatever the text. */
export const maxIssueLines = 10_000;

export type Decoded =
  { readonly kind: 'ok'; readonly text: string } | { readonly kind: 'problem'; readonly message: string };

interface Mark {
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Longer marks first: UTF-32's begins with UTF-16's. */
const otherMarks: readonly Mark[] = [
  { name: 'UTF-32, little endian', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'UTF-32, big endian', bytes: [0, 0, 0xfe, 0xff] },
  { name: 'UTF-16, little endian', bytes: [0xff, 0xfe] },
  { name: 'UTF-16, big endian', bytes: [0xfe, 0xff] },
];

/** Bytes of an issue file as text: UTF-8, with or without its mark, line ends as line feeds; else why not, and what to do. */
export function decodeIssue(bytes: Uint8Array, name: string): Decoded {
  const convert = `for example: iconv -f UTF-16 -t UTF-8 ${name}`;
  if (bytes.length === 0) return problem(`${name} is empty; expected a title, a body and criteria, ${exampleHint}`);
  if (bytes.length > maxIssueBytes) {
    // No more than one byte past the limit was read, so the real length is not known here.
    return tooLarge(`${name} is longer than ${shown(maxIssueBytes)} bytes`, maxIssueBytes);
  }
  const mark = otherMarks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return problem(`${name} is ${mark.name}; expected UTF-8, ${convert}`);
  const zero = bytes.indexOf(0);
  if (zero >= 0) return problem(`${name} is binary (byte ${zero + 1} is 0); expected a Markdown file, ${exampleHint}`);
  return decodeUtf8(bytes, name);
}

const exampleHint = 'for example: # Title, some words, ## Acceptance criteria, - one behaviour';

function decodeUtf8(bytes: Uint8Array, name: string): Decoded {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    if (text.trim() === '') {
      return problem(`${name} holds nothing but blanks; expected a title, a body and criteria, ${exampleHint}`);
    }
    const lines = text.split('\n').length;
    return lines <= maxIssueLines ? { kind: 'ok', text } : tooLarge(`${name} has ${shown(lines)} lines`, maxIssueLines);
  } catch {
    // The decoder says only that it failed; the usual reason is an older 8-bit encoding.
    return problem(`${name} is not valid UTF-8; expected UTF-8, for example: iconv -f ISO-8859-1 -t UTF-8 ${name}`);
  }
}

function tooLarge(what: string, most: number): Decoded {
  return problem(`${what}; expected at most ${shown(most)}, for example: keep the issue short and link the long parts`);
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}

function problem(message: string): Decoded {
  return { kind: 'problem', message };
}
