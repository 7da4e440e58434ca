/** What a type-check or linter said, as far as its lines can be told apart. */
export interface ToolMessage {
  /** The same for the same fault, wherever its line moved to. */
  readonly key: string;
  /** As it was said, with its place. */
  readonly line: string;
}

/** `src/a.ts(3,5): error …`, `src/a.py:3: …`, `src/a.go:3:1: …`. */
const placed = /^([^\s:()][^:()]*)(?:\((\d+),\d+\):|:\d+(?::\d+)?:)\s+(\S.*)$/;
/** `error TS18003: …`, about no file. */
const placeless = /^error TS\d+: .+$/;
/** eslint's usual form: a line with the file, then one indented line a message. */
const below = /^\s+(\d+:\d+)\s+(error|warning)\s+(\S.*)$/;

/** The faults of an output, in its order; what only warns is none of them. */
export function toolMessages(output: string): readonly ToolMessage[] {
  const messages: ToolMessage[] = [];
  let file = '';
  for (const line of output.split('\n')) {
    const [, path = '', , words = ''] = placed.exec(line) ?? [];
    const [, place = '', severity, said = ''] = below.exec(line) ?? [];
    if (words !== '') add(messages, path, words, line);
    else if (placeless.test(line)) add(messages, '', line, line);
    else if (severity === 'error') add(messages, file, said, `${file}:${place}: ${said}`);
    else if (/^\S.*\.\w+$/.test(line)) file = line;
  }
  return messages;
}

function add(messages: ToolMessage[], path: string, words: string, line: string): void {
  if (/^(?:warning|note|help|info)\b/i.test(words)) return;
  const key = `${path}: ${words.replace(/\s+/g, ' ').replace(/\bline \d+(?::\d+)?/g, 'line')}`;
  messages.push({ key, line: line.replace(/\s{2,}/g, '  ').trim() });
}

export interface ToolOutput {
  readonly text: string;
  /** False when only its end is known. */
  readonly whole: boolean;
}

/**
 * A check that fails now and failed before the run began: what is to be blamed on the work since (design 4). Each
 * message may be there as often as it was; places don't count, since lines move.
 */
export type Comparison =
  | { readonly kind: 'new'; readonly lines: readonly string[]; readonly before: number }
  | { readonly kind: 'none-new'; readonly before: number }
  /** It can't be told; nobody is blamed for it. */
  | { readonly kind: 'cannot-tell' };

export function compareOutputs(now: ToolOutput, before: ToolOutput): Comparison {
  const [found, known] = [toolMessages(now.text), toolMessages(before.text)];
  if (!now.whole || !before.whole || known.length === 0) return { kind: 'cannot-tell' };
  // It named faults before and names none now, and fails: it fails in another way.
  if (found.length === 0) return { kind: 'new', lines: [now.text.trim()], before: known.length };
  const left = new Map<string, number>();
  for (const { key } of known) left.set(key, (left.get(key) ?? 0) + 1);
  const fresh = found.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  if (fresh.length === 0) return { kind: 'none-new', before: known.length };
  return { kind: 'new', lines: fresh.map(({ line }) => line), before: known.length };
}
