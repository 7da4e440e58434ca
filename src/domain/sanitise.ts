/**
 * Other people's words on their way to a terminal, a log line or a prompt (T1, T13). Texts are kept as they
 * are; these helpers make a safe copy at the place where one is shown. All run in linear time.
 */

/** Terminal sequences with a string inside (title, link, clipboard), closed on the same line. */
const stringSequence = /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)/g;
const controlSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const escapePair = /\u001b[ -/]*[0-~]?/g;
/** All controls but tab and line feed. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Marks that turn or hide text: bidi controls, zero-width blanks, tag characters. The joiner of emoji stays. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text without terminal sequences, control, bidi and zero-width characters; tabs and line feeds stay. */
export function stripControls(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(stringSequence, '')
    .replace(controlSequence, '')
    .replace(escapePair, '')
    .replace(controls, '')
    .replace(invisible, '');
}

/** One line for status, history or a terminal: controls stripped, blanks folded, at most `maxChars` characters. */
export function displayLine(text: string, maxChars = 200): string {
  // A line that is shown needs no more than its beginning; sequences may take several characters each.
  const start = text.slice(0, maxChars * 16 + 1_024);
  const folded = stripControls(start.replace(/[\r\n\u2028\u2029]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return cutChars(folded, maxChars);
}

/** At most `maxChars` characters, the last one `…` when something was cut; never half a character. */
export function cutChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const chars = Array.from(text.slice(0, maxChars * 2 + 2));
  if (chars.length <= maxChars && text.length <= maxChars * 2 + 2) return text;
  return `${chars.slice(0, Math.max(0, maxChars - 1)).join('')}…`;
}

/** The beginning of a long text, with a line that says how much is missing. */
export function capText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = isHighSurrogate(text.charCodeAt(maxChars - 1)) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}\n… (${text.length - end} more characters)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Text as data in a fence that nothing inside can close: longer than every run of back-ticks in it. Letter for letter. */
export function fenced(text: string, label: string): string {
  let longest = 2;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${label}\n${text}\n${fence}`;
}
