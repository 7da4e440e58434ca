import type { Ledger, LedgerStep, PlannedFile } from '../domain/plan/plan.js';
import { LedgerError } from './ledger-error.js';
import * as grammar from './ledger-grammar.js';
import { withoutTrailingBlanks } from './line-escape.js';

/**
 * The ledger's text has this one owner (R-002-14). Its grammar, line by line; `line-escape.ts` says how other
 * people's words are written:
 *
 *     # Issue 42: Reject expired tokens
 *
 *     <!-- pawl ledger v1 · base <sha> -->
 *     ## Acceptance criteria
 *     1. An expired token gets 401
 *     ## Files
 *     - src/auth.ts
 *     - test/auth.test.ts (new)
 *     ## Steps
 *     - [x] 1. expired token gets 401 <!-- criterion 1 -->
 *     - [x] 2. clock skew of 60 s is allowed <!-- criterion 2 · refactor pending -->
 *     - [ ] 3. each weekday has its own rate <!-- criterion 3 · 2 tests -->
 *
 * Read strictly, but for what a person's editor does: blank lines, blanks at the end of a line, CRLF, a byte
 * order mark, a missing last line feed, `[X]` for `[x]`.
 */
export function renderLedger(ledger: Ledger): string {
  const lines = [
    grammar.renderTitle(ledger.title),
    '',
    grammar.renderVersion(ledger.baseSha),
    grammar.criteriaHeading,
    ...ledger.criteria.map((criterion, index) => grammar.renderCriterion(index + 1, criterion)),
    grammar.filesHeading,
    ...ledger.files.map(grammar.renderFile),
    grammar.stepsHeading,
    ...ledger.steps.map(grammar.renderStep),
  ];
  return `${lines.join('\n')}\n`;
}

/** The heading of a ledger: with the issue's number where there is one. */
export function ledgerTitle(title: string, issueNumber: number | null): string {
  return issueNumber === null ? title : `Issue ${issueNumber}: ${title}`;
}

/** @throws {LedgerError} with the line, what was expected and an example; nothing else, whatever the text. */
export function parseLedger(text: string): Ledger {
  return locateSteps(text).ledger;
}

export interface LocatedLedger {
  readonly ledger: Ledger;
  /** Step id to the 0-based index of its line. */
  readonly lineOf: ReadonlyMap<string, number>;
}

/** @throws {LedgerError} */
export function locateSteps(text: string): LocatedLedger {
  const reader = new LineReader(text);
  const title = reader.take('the title', grammar.examples.title, grammar.parseTitle);
  const version = reader.take('the version and base of the ledger', grammar.examples.version, grammar.parseVersion);
  if (version.version !== 1) reader.fail('version 1 of the ledger, or a newer Pawl', grammar.examples.version);
  reader.heading(grammar.criteriaHeading);
  const criteria = readCriteria(reader);
  reader.heading(grammar.filesHeading);
  const files = readFiles(reader);
  reader.heading(grammar.stepsHeading);
  const { steps, lineOf } = readSteps(reader, criteria.length);
  return { ledger: { title, baseSha: version.baseSha, criteria, files, steps }, lineOf };
}

function readCriteria(reader: LineReader): readonly string[] {
  const criteria: string[] = [];
  do {
    const next = criteria.length + 1;
    const item = reader.take(`criterion ${next}`, `${next}. An expired token gets 401`, grammar.parseCriterion);
    if (item.number !== next) reader.fail(`the number ${next}`, `${next}. An expired token gets 401`);
    criteria.push(item.text);
  } while (!reader.isAt(grammar.filesHeading));
  return criteria;
}

function readFiles(reader: LineReader): readonly PlannedFile[] {
  const files: PlannedFile[] = [];
  do {
    files.push(reader.take('a file of the plan', grammar.examples.file, grammar.parseFile));
  } while (!reader.isAt(grammar.stepsHeading));
  return files;
}

function readSteps(
  reader: LineReader,
  criteria: number,
): { steps: readonly LedgerStep[]; lineOf: Map<string, number> } {
  const steps: LedgerStep[] = [];
  const lineOf = new Map<string, number>();
  do {
    const step = reader.take('a step with its criterion', grammar.examples.step, grammar.parseStep);
    if (lineOf.has(step.id)) reader.fail('one step for each id', grammar.examples.step);
    if (step.criterion < 1 || step.criterion > criteria) {
      reader.fail(`a criterion from 1 to ${criteria}`, grammar.examples.step);
    }
    lineOf.set(step.id, reader.lastIndex);
    steps.push(step);
  } while (!reader.isAtEnd());
  return { steps, lineOf };
}

/** Walks over the lines that say something; remembers where it is for the error. */
class LineReader {
  readonly #lines: readonly string[];
  #next = 0;
  #last = -1;

  constructor(text: string) {
    this.#lines = text.replace(/^\ufeff/, '').split('\n');
    this.#skipBlank();
  }

  get lastIndex(): number {
    return this.#last;
  }

  take<T>(expected: string, example: string, parse: (line: string) => T | null): T {
    const value = this.isAtEnd() ? null : parse(this.#current());
    this.#last = this.#next;
    if (value === null) this.fail(expected, example);
    this.#next += 1;
    this.#skipBlank();
    return value;
  }

  heading(heading: string): void {
    this.take('this heading', heading, (line) => (line === heading ? heading : null));
  }

  isAt(heading: string): boolean {
    return !this.isAtEnd() && this.#current() === heading;
  }

  isAtEnd(): boolean {
    return this.#next >= this.#lines.length;
  }

  fail(expected: string, example: string): never {
    const found = this.#lines[this.#last];
    const words = found === undefined ? 'the text ends here' : `found "${found}"`;
    throw new LedgerError({ line: Math.min(this.#last + 1, this.#lines.length), found: words, expected, example });
  }

  #current(): string {
    return withoutTrailingBlanks(this.#lines[this.#next] ?? '');
  }

  #skipBlank(): void {
    while (!this.isAtEnd() && this.#current() === '') this.#next += 1;
  }
}
