import type { JailKind } from '../domain/leaf/jails.js';
import type { Walls } from './program.js';

export type { JailKind };

export interface JailCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What holds a program inside its folders. `wrap` is pure; the process adapter spawns what it returns. */
export interface Jail {
  readonly kind: JailKind;
  /** Said in status and report: what this jail does not hold. */
  readonly limits: readonly string[];
  probe(): Promise<{ readonly available: boolean; readonly why: string }>;
  wrap(command: JailCommand, walls: Walls): JailCommand;
}
