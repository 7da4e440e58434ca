import { cutChars, stripControls } from '../sanitise.js';
import { foldTaskId } from './task-id.js';
import { renderTrailers, type PawlTrailers } from './trailers.js';

/** Kinds of commit of a run: the word before the colon of the subject (R-000-43). */
export type CommitKind = 'feat' | 'refactor' | 'docs' | 'test' | 'chore';

export interface CommitMessage {
  readonly kind: CommitKind;
  /** Data: arrives letter for letter, in the subject or, where that can't hold it, in the body (R28). */
  readonly title: string;
  /** Paragraphs, each of one or more lines. */
  readonly body: readonly string[];
  readonly trailers: PawlTrailers;
}

const maxSubjectChars = 100;

/** Subject, body and one final trailer paragraph; ends with a line feed. Same input, same text (D2). */
export function renderCommitMessage(message: CommitMessage): string {
  const subject = commitSubject(message.kind, message.title, message.trailers.task);
  const paragraphs = subject.whole === null ? message.body : [subject.whole, ...message.body];
  const body = paragraphs.flatMap(splitParagraphs).map(renderParagraph);
  return `${[subject.line, ...body, renderTrailers(message.trailers)].join('\n\n')}\n`;
}

/** Puts one more paragraph before the trailers of a finished message, as a commit-msg hook may have left it. */
export function withParagraph(message: string, lines: readonly string[]): string {
  if (lines.length === 0) return message;
  const text = message.trimEnd();
  const at = text.lastIndexOf('\n\n');
  const paragraph = splitParagraphs(lines.join('\n')).map(renderParagraph).join('\n\n');
  if (at < 0) return `${text}\n\n${paragraph}\n`;
  return `${text.slice(0, at)}\n\n${paragraph}${text.slice(at)}\n`;
}

export interface CommitSubject {
  readonly line: string;
  /** The whole title, when the line does not hold it letter for letter. */
  readonly whole: string | null;
}

/**
 * `feat: <title>`, one line, about 100 characters at most. Where the title names another task than its own,
 * the subject says `Task (7)`: a reader that takes `Task 7` for a claim must find the matching trailer or
 * none at all (R-001-31).
 */
export function commitSubject(kind: CommitKind, title: string, task: string | null): CommitSubject {
  const oneLine = stripControls(title).replace(/\s+/g, ' ').trim();
  const safe = nameNoOtherTask(oneLine, task);
  // Once more: what is left of the step's own `task 1.1` after the cut is the name of another one, `task 1`.
  const line = nameNoOtherTask(cutChars(`${kind}: ${safe === '' ? 'no title' : safe}`, maxSubjectChars), task);
  return { line, whole: line === `${kind}: ${title}` ? null : title };
}

function nameNoOtherTask(title: string, task: string | null): string {
  const own = task === null ? null : foldTaskId(task);
  return title.replace(/\b(tasks?[\s:#-]{1,3})(t?\d[\w.-]*)/gi, (all: string, word: string, id: string) =>
    foldTaskId(id.replace(/[.-]+$/, '')) === own ? all : `${word.trimEnd()} (${id})`,
  );
}

/**
 * Lines that git would take for structure: comments and the scissors line, the divider of a patch, trailers.
 * They get two blanks in front (`guard`), and lose them when read back.
 */
const structural = /^ *(?:#|---|Conflicts:|\(cherry picked from commit |[A-Za-z0-9-]+[ \t]*:)/;

function renderParagraph(lines: readonly string[]): string {
  return lines.map((line) => (structural.test(line) ? `  ${line}` : line)).join('\n');
}

function splitParagraphs(text: string): readonly (readonly string[])[] {
  const paragraphs: string[][] = [[]];
  for (const line of stripControls(text).split('\n')) {
    if (line.trim() !== '') paragraphs.at(-1)?.push(line.trimEnd());
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs.filter((lines) => lines.length > 0);
}

export interface ReadCommitMessage {
  readonly subject: string;
  readonly body: readonly string[];
}

/** Subject and paragraphs of a message made by `renderCommitMessage`, trailers left out. */
export function readCommitMessage(text: string): ReadCommitMessage {
  const [subject = '', ...rest] = text.trimEnd().split('\n\n');
  const unguard = (line: string): string => (line.startsWith('  ') && structural.test(line) ? line.slice(2) : line);
  const body = rest.slice(0, -1).map((paragraph) => paragraph.split('\n').map(unguard).join('\n'));
  return { subject, body };
}
