/** A terminal as the board needs it. */
export interface Terminal {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

const escape = '\u001b[';
const hideCursor = `${escape}?25l`;
const showCursor = `${escape}?25h`;
const clearToLineEnd = `${escape}K`;
const clearBelow = `${escape}J`;
const clearAll = `${escape}2J${escape}H`;

/**
 * Some rows that are drawn in place, over what was drawn before: each line is written over the old one and only what
 * is left of that is cleared, all in one write, so that nothing flickers.
 */
export class Screen {
  readonly #terminal: Terminal;
  #height = 0;
  #size = '';
  #isOpen = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get columns(): number {
    const { columns } = this.#terminal;
    return columns === undefined || columns === 0 ? 80 : Math.max(40, columns);
  }

  /** How many lines fit without scrolling the first one away. */
  get rows(): number {
    const { rows } = this.#terminal;
    return rows === undefined || rows === 0 ? 24 : Math.max(4, rows - 1);
  }

  /** Lines without colours may be of any length; coloured ones must fit. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, this.rows);
    const size = `${this.columns} ${this.rows}`;
    // A terminal of another size has wrapped what was drawn: nobody knows where it stands.
    const isResized = this.#height > 0 && size !== this.#size;
    const up = isResized ? clearAll : this.#height === 0 ? '\r' : `${escape}${this.#height}A\r`;
    const text = shown.map((line) => `${line}${clearToLineEnd}\n`).join('');
    this.#terminal.write(`${this.#isOpen ? '' : hideCursor}${up}${text}${clearBelow}`);
    this.#height = shown.length;
    this.#size = size;
    this.#isOpen = true;
  }

  /** Gives the terminal back; what was drawn stays. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#terminal.write(showCursor);
  }
}
