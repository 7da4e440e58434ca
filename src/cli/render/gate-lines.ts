import { stripControls } from '../../domain/sanitise.js';
import type { Paint } from './colour.js';

type Brush = (line: string, paint: Paint) => string;

/** A unified diff in colour. Colour goes on after the text was made safe, line by line. */
export function diffLines(text: string, paint: Paint, margin = '  '): string {
  // Names of blobs tell a person nothing, and are wider than the screen.
  const shown = text.replace(/^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}.*\n/gm, '');
  return painted(shown, margin, (line) => diffBrush(line)(line, paint));
}

/** What a test command printed: failing tests, expected and actual values stand out. */
export function outputLines(text: string, paint: Paint, margin = '  '): string {
  return painted(text, margin, (line) => outputBrush(line)(line, paint));
}

function painted(text: string, margin: string, brush: (line: string) => string): string {
  return stripControls(text)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : margin + brush(line)))
    .join('\n');
}

const plain: Brush = (line) => line;
const good: Brush = (line, paint) => paint.good(line);
const bad: Brush = (line, paint) => paint.bad(line);
const faint: Brush = (line, paint) => paint.faint(line);
const strong: Brush = (line, paint) => paint.strong(line);

function diffBrush(line: string): Brush {
  if (/^(?:\+\+\+|---) /.test(line)) return strong;
  if (/^(?:diff |@@|new file|deleted file|old mode|new mode|similarity |\\ No newline)/.test(line)) return faint;
  if (line.startsWith('+')) return good;
  return line.startsWith('-') ? bad : plain;
}

/** Of the runners there are; every one of them marks expected with `-` and actual with `+` where it prints a diff. */
const outputRules: readonly (readonly [RegExp, Brush])[] = [
  [/^\s*(?:E\s+)?(?:\+ actual - expected|- Expected|\+ Received)\b/, faint],
  [/^\s*(?:E\s+)?"?(?:expected|want|right)"?\s*:/i, good],
  [/^\s*(?:E\s+)?"?(?:actual|received|got|left)"?\s*:/i, bad],
  [/^\s*(?:E\s+)?-(?!--)\s/, good],
  [/^\s*(?:E\s+)?\+(?!\+\+)\s/, bad],
  [/^\s*(?:not ok\b|[✖✗✕×●]\s|FAIL(?:ED)?\b|--- FAIL\b|E\s{3}|thread '.*' panicked\b|error(?:\[E\d+\])?:)/, bad],
  [/^\s*(?:Uncaught |[\w.]*)?(?:AssertionError|TypeError|ReferenceError|SyntaxError|Error)\b/, bad],
  [/^\s*(?:at \S|# |ok \d|✔\s|✓\s)/, faint],
];

function outputBrush(line: string): Brush {
  return outputRules.find(([pattern]) => pattern.test(line))?.[1] ?? plain;
}
