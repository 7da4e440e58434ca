/** How one start of a hook ended. */
export interface HookRun {
  readonly end: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly problem: string | null;
}

export type HookOutcome =
  | { readonly kind: 'passed' }
  /** It says no: its words go to the developer, unless it says the same of the unchanged tree (R19 a). */
  | { readonly kind: 'refused' }
  /** It can't do its work on this machine or in this checkout: a fault of the system (R19 d). */
  | { readonly kind: 'broken'; readonly why: string };

/** A shell's own exit codes for a program that is missing, and for one that can't be executed. */
const shellCodes: Readonly<Record<number, string>> = {
  126: 'it calls a program that can not be executed',
  127: 'it calls a program that is not there',
};

/** Above the highest signal a shell reports, codes are a program's own again. */
const lastSignalCode = 165;

/** @param program what is started: one that has an exit code for its own failures is known by it */
export function hookOutcome({ end, exitCode, problem }: HookRun, program: string): HookOutcome {
  if (end === 'timeout' || end === 'idle') return { kind: 'broken', why: 'it did not end' };
  if (end !== 'exited' || exitCode === null) return { kind: 'broken', why: problem ?? `it ended as ${end}` };
  if (exitCode === 0) return { kind: 'passed' };
  const shell = shellCodes[exitCode];
  if (shell !== undefined) return { kind: 'broken', why: `${shell} (exit code ${exitCode})` };
  if (program === 'pre-commit' && exitCode === 3)
    return { kind: 'broken', why: 'pre-commit itself failed (exit code 3)' };
  const isSignal = exitCode > 128 && exitCode <= lastSignalCode;
  return isSignal ? { kind: 'broken', why: `it was ended by a signal (exit code ${exitCode})` } : { kind: 'refused' };
}

/**
 * Does a hook that refuses this tree say nothing that it does not say of the tree before, with nothing staged? Then the
 * work since is not to blame: the hook itself can't run here, or the repository was refused before.
 */
export function saysTheSame(now: HookRun, before: HookRun): boolean {
  if (before.end !== 'exited' || before.exitCode === 0) return false;
  const known = new Set(linesOf(before.output));
  return linesOf(now.output).every((line) => known.has(line));
}

function linesOf(output: string): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.replace(/\d+/g, '0').trim())
    .filter((line) => line !== '');
}
