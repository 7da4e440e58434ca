import type { ResumeCarry } from '../../contract/run-input.js';
import type { RunEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';

/** What `pawl run` does about what is there already under the same id (design 2). */
export type Beginning =
  | { readonly kind: 'attach' | 'needs-again' }
  /** `carry`: what the new execution takes over although it starts with the flags given now. */
  | { readonly kind: 'start'; readonly carry: ResumeCarry | null }
  | { readonly kind: 'go-on'; readonly row: RunRow; readonly end: RunEnd };

export interface StartWish {
  readonly again: boolean;
  /** The start flags given, as they were typed. */
  readonly flags: readonly string[];
}

/** `end` is null for a run that is open or was never there. */
export function beginning(row: RunRow | null, end: RunEnd | null, wish: StartWish): Beginning {
  if (row === null) return { kind: 'start', carry: null };
  if (end === null) return { kind: 'attach' };
  if (wish.again) return { kind: 'start', carry: null };
  if (end.standing.kind === 'done') return { kind: 'needs-again' };
  // Nothing was built on the old flags before there was a plan, nor on one that was only made; new ones may be the
  // mend: `--allow-dirty`.
  const isUnbuilt = end.report?.steps.total === 0 || (end.carry?.plan ?? null) !== null;
  if (wish.flags.length > 0 && isUnbuilt) return { kind: 'start', carry: end.carry };
  return { kind: 'go-on', row, end };
}

/** Flags of a start that had no effect, named so that nobody believes they had one; null when there were none. */
export function droppedFlags(flags: readonly string[], why: string): string | null {
  if (flags.length === 0) return null;
  const verb = flags.length === 1 ? 'has' : 'have';
  return `${flags.join(', ')} ${verb} no effect: ${why}`;
}
