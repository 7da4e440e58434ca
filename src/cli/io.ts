import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';

/**
 * Exit codes of design 2: 0 done or started, 1 bailed (process), 2 wrong use, 3 still running, 4 waits for
 * a person, 5 ended early on purpose, 6 no server or no worker, 7 bailed (system), 130 interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

/** An end that was foreseen: its message is shown as it is, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Where a command speaks. Data goes to stdout and everything else to stderr, so that a pipe never gets
 * progress in its data.
 */
export interface Io {
  /** A person can be asked: stdin and stderr are terminals. */
  readonly interactive: boolean;
  /** stderr is a terminal that draws colours, and NO_COLOR is not set. */
  readonly colour: boolean;
  /** One line (or several) of data, to stdout. */
  data(text: string): void;
  /** One object, to stdout, on one line. */
  json(value: unknown): void;
  /** Something for a person, to stderr. */
  say(text: string): void;
  /** The line that is redrawn at the bottom; null takes it away. Nothing without a terminal. */
  live(line: string | null): void;
  /** Asks on stderr. Null when the input ended or the signal was aborted. */
  ask(question: string, signal?: AbortSignal): Promise<string | null>;
  /** The exit code of a command that ends without an error; 0 when never called. */
  exitWith(code: ExitCode): void;
}

/**
 * How a command joins the program: `registerX(program, io)` declares name, flags and help, and its action
 * imports what it needs only when it runs, so that `pawl --help` stays quick.
 */
export type RegisterCommand = (program: Command, io: Io) => void;

export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** The process's own streams. Node itself reads NO_COLOR, FORCE_COLOR and TERM for `hasColors`. */
export function streamIo(streams: Streams, exitWith: (code: ExitCode) => void): Io {
  const { stdin, stdout, stderr } = streams;
  const terminal = stderr.isTTY === true;
  const drawing = terminal && stderr.hasColors();
  let drawn: string | null = null;
  const wipe = (): void => {
    if (drawn !== null) stderr.write('\r\u001b[2K');
  };
  const live = (line: string | null): void => {
    if (!drawing) return;
    wipe();
    drawn = line === null ? null : fit(line, stderr.columns);
    if (drawn !== null) stderr.write(drawn);
  };
  const above = (write: () => void): void => {
    wipe();
    write();
    if (drawn !== null) stderr.write(drawn);
  };
  return {
    interactive: terminal && stdin.isTTY === true,
    colour: drawing,
    data: (text) => above(() => stdout.write(`${text}\n`)),
    json: (value) => above(() => stdout.write(`${JSON.stringify(value)}\n`)),
    say: (text) => above(() => stderr.write(`${text}\n`)),
    live,
    ask: async (question, signal) => {
      live(null);
      const reader = createInterface({ input: stdin, output: stderr });
      const ended = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
      // Ctrl-C belongs to the command, not to the reader: without this line it would only close the prompt.
      reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      const answer = reader.question(question, signal === undefined ? {} : { signal }).catch(() => null);
      try {
        return await Promise.race([answer, ended]);
      } finally {
        reader.close();
      }
    },
    exitWith,
  };
}

/** A live line must stay on one row, or wiping it would leave pieces behind. */
function fit(line: string, columns: number | undefined): string {
  const known = columns === undefined || columns === 0 ? 80 : columns;
  const room = Math.max(20, known - 1);
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}
