import type { LeafLog, ReadLine, RunLogs } from '../../local/leaf-logs.js';
import type { LeafTail } from '../../local/leaf-tail.js';
import type { Io } from '../io.js';
import type { Paint } from '../render/colour.js';
import { leafFoot, leafHead, rawLine } from '../render/logs.js';

export interface Printer {
  readonly io: Io;
  readonly paint: Paint;
  readonly raw: boolean;
  /** How the lines of an agent are read; null when nobody here knows them. */
  readonly readerOf: (agent: string | null) => ReadLine | null;
}

/** Prints one leaf's output as far as it has come, and again from there. */
export class LeafPrinter {
  readonly #printer: Printer;
  readonly #out: LeafTail;
  readonly #err: LeafTail;
  readonly #read: ReadLine | null;

  constructor(printer: Printer, logs: RunLogs, leaf: LeafLog) {
    this.#printer = printer;
    this.#out = logs.tail(leaf.label, 'out');
    this.#err = logs.tail(leaf.label, 'err');
    this.#read = printer.raw ? null : printer.readerOf(leaf.agent);
    printer.io.data(leafHead(leaf, printer.paint));
  }

  async more(): Promise<void> {
    for await (const line of this.#out.lines()) this.#print(line);
    for await (const line of this.#err.lines()) this.#printErr(line);
  }

  /** The last words; `leaf` as it is known at its end. */
  async end(leaf: LeafLog): Promise<void> {
    await this.more();
    const [out, err] = [this.#out.rest(), this.#err.rest()];
    if (out !== null) this.#print(out);
    if (err !== null) this.#printErr(err);
    const foot = leafFoot(leaf, this.#printer.paint);
    if (foot !== null) this.#printer.io.data(foot);
  }

  #print(line: string): void {
    const text = this.#read === null ? rawLine(line) : this.#read(line);
    if (text !== null) this.#printer.io.data(text);
  }

  #printErr(line: string): void {
    const { raw, io, paint } = this.#printer;
    io.data(raw ? rawLine(line) : `${paint.warn('err')} ${rawLine(line)}`);
  }
}

/** What the leaf was asked, letter for letter but for what could draw on the terminal. */
export async function printPrompt(printer: Printer, logs: RunLogs, leaf: LeafLog): Promise<void> {
  const { io, paint } = printer;
  io.data(leafHead(leaf, paint));
  const prompt = logs.prompt(leaf.label);
  let isEmpty = true;
  for await (const line of prompt.lines()) {
    isEmpty = false;
    io.data(rawLine(line));
  }
  const rest = prompt.rest();
  if (rest !== null) io.data(rawLine(rest));
  else if (isEmpty) io.say(`There is no prompt of ${leaf.label}.`);
}
