import { displayLine } from '../../domain/sanitise.js';
import { reasonOf } from '../../domain/thrown.js';

/** `warn` lets runs go on; `fail` is something that ends them, or keeps them from starting. */
export type Level = 'ok' | 'warn' | 'fail';

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly level: Level;
  /** What was found there. */
  readonly found: string;
  /** A command or a sentence; null when there is nothing to mend. */
  readonly fix: string | null;
  /** Facts worth knowing that ask for nothing. */
  readonly notes: readonly string[];
}

export function fine(name: string, found: string, notes: readonly string[] = []): Check {
  return { name, level: 'ok', found, fix: null, notes };
}

export function trouble(name: string, level: 'warn' | 'fail', found: string, fix: string | null): Check {
  return { name, level, found, fix, notes: [] };
}

/** One visit: all checks run side by side, and each has this time. */
export interface Round {
  readonly limitMs: number;
  /** Names of checks that were late: something of theirs may still run. */
  readonly late: string[];
}

const calmLimitMs = 2_300;
const mostTimes = 6;

/**
 * How long a check may take: on a machine that is not overloaded, short enough for the doctor to be done within three
 * seconds; else longer, since there a sound machine would be told that nothing answers.
 * @param load processes that want to run, as the first of `os.loadavg()`
 */
export function limitFor(load: number, cores: number): number {
  return Math.round(calmLimitMs * Math.min(mostTimes, Math.max(1, load / Math.max(1, cores))));
}

/** A check that is late, or fails in a way nobody foresaw, is an answer too. */
export async function limited(round: Round, name: string, look: () => Promise<Check>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Check>((resolve) => {
    timer = setTimeout(() => {
      round.late.push(name);
      const found = `no answer within ${round.limitMs / 1_000} s`;
      resolve(trouble(name, 'fail', found, 'look at what keeps it busy, and try again'));
    }, round.limitMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return trouble(name, 'fail', `can't be looked at: ${displayLine(reasonOf(error), 500)}`, null);
  } finally {
    clearTimeout(timer);
  }
}
