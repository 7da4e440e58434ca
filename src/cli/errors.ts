import { CommanderError } from 'commander';
import { CliError, type ExitCode } from './io.js';

export interface Ending {
  readonly code: ExitCode;
  /** What is said to the person; null when it was said already. */
  readonly message: string | null;
  /** What was said already, for `--json`. */
  readonly said?: string;
}

/** Errors of the rooms below whose message is meant for a person; by name, so that --help loads none of them. */
const codes: Readonly<Partial<Record<string, ExitCode>>> = { ConfigError: 2, ServerError: 6 };

/** What a thrown value means for the person and the exit code. */
export function endingOf(error: unknown, debug: boolean): Ending {
  // commander has written its own message by now; its help and version are no errors.
  if (error instanceof CommanderError) {
    const said = error.message.startsWith('error: ') ? { said: error.message.slice('error: '.length) } : {};
    return { code: error.exitCode === 0 ? 0 : 2, message: null, ...said };
  }
  if (error instanceof CliError) return { code: error.exitCode, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  const foreseen = error instanceof Error ? codes[error.name] : undefined;
  if (foreseen !== undefined) return { code: foreseen, message: text };
  const first = text.split('\n', 1)[0] ?? text;
  if (serverIsGone(error)) {
    return { code: 6, message: `The Temporal server stopped answering: ${first}\nIs it up? pawl up` };
  }
  if (debug) return { code: 7, message: error instanceof Error ? (error.stack ?? text) : text };
  return { code: 7, message: `This was not foreseen: ${first}\nFor the stack, add --debug.` };
}

const deadlineExceeded = 4;
const unavailable = 14;

/** True when the error says that nobody answered, not that somebody refused. */
export function serverIsGone(error: unknown): boolean {
  const code = grpcCode(error);
  return code === unavailable || code === deadlineExceeded;
}

/** The gRPC status code in an error or in what caused it; null when there is none. */
export function grpcCode(error: unknown): number | null {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'number') return at.code;
    at = 'cause' in at ? at.cause : null;
  }
  return null;
}
