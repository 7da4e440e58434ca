import { PassThrough } from 'node:stream';
import { runProgram } from '../../../src/cli/program.js';

/** One run of the client in this process, with streams of its own. */
export interface ClientRun {
  readonly code: Promise<number>;
  /** What it wrote so far. */
  out(): string;
  err(): string;
  /** Still waits for the person to type: the program would not end. */
  isAsking(): boolean;
  /** Types a line, as a person would. */
  type(line: string): void;
  /** Waits until stderr holds the text (again, after what was seen before). */
  shows(text: string): Promise<void>;
}

export interface ClientWish {
  /** stdin and stderr are terminals. */
  readonly terminal?: boolean;
}

export function startClient(argv: readonly string[], { terminal = false }: ClientWish = {}): ClientRun {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const tty = { isTTY: terminal, columns: 200, hasColors: () => false };
  const [out, err] = [collect(stdout), collect(stderr)];
  let seen = 0;
  const streams = { stdin: Object.assign(stdin, tty), stdout, stderr: Object.assign(stderr, tty) } as never;
  return {
    code: runProgram(argv, streams),
    out,
    err,
    isAsking: () => !stdin.isPaused() && stdin.listenerCount('keypress') > 0,
    type: (line) => void stdin.write(`${line}\n`),
    shows: async (text) => {
      const end = Date.now() + 20_000;
      for (;;) {
        const at = err().indexOf(text, seen);
        if (at !== -1) {
          seen = at + text.length;
          return;
        }
        if (Date.now() > end) throw new Error(`"${text}" was never shown; stderr:\n${err()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** The same, to its end. */
export async function client(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const run = startClient(argv);
  return { code: await run.code, out: run.out(), err: run.err() };
}

function collect(stream: PassThrough): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString('utf8');
}
