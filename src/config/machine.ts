import { homedir, hostname, userInfo } from 'node:os';
import { isatty } from 'node:tty';
import type { Environment } from './environment.js';

export interface TerminalFacts {
  readonly noColor: boolean;
  readonly ci: boolean;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** What the machine says about itself; given by tests, else asked for. */
export interface MachineFacts {
  readonly userHome: string;
  readonly user: string;
  readonly host: string;
  readonly terminals: Pick<TerminalFacts, 'stdin' | 'stdout' | 'stderr'>;
}

export function thisMachine(env: Environment): MachineFacts {
  return {
    userHome: env['HOME'] === undefined || env['HOME'] === '' ? homedir() : env['HOME'],
    user: userName(),
    host: hostname(),
    terminals: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
  };
}

/** A container's user may have no name at all. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

export function isCi(text: string | null): boolean {
  return text !== null && text !== 'false' && text !== '0';
}
