import { displayLine } from '../domain/sanitise.js';

/** A ledger that Pawl can't read, or a step that is not in it: where, what was expected, an example. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  /** 1-based; 0 when the error belongs to no line. */
  readonly line: number;
  readonly expected: string;
  readonly example: string;

  constructor(at: {
    readonly line: number;
    readonly found: string;
    readonly expected: string;
    readonly example: string;
  }) {
    const where = at.line === 0 ? 'ledger' : `ledger, line ${at.line}`;
    super(`${where}: ${displayLine(at.found, 120)}; expected ${at.expected}, for example: ${at.example}`);
    this.line = at.line;
    this.expected = at.expected;
    this.example = at.example;
  }
}
