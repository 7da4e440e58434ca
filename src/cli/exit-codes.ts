import type { CauseClass } from '../domain/run/causes.js';
import type { RunStateName } from '../domain/run/phase.js';
import type { ExitCode } from './io.js';

/** How the last execution of a run stands, as far as an exit code tells it (design 2). */
export type Standing =
  | { readonly kind: 'open'; readonly state: RunStateName | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'ended-early' }
  | { readonly kind: 'bailed'; readonly class: CauseClass };

/** Exit codes of attached `run`, `resume` and of `status`. */
export function exitCodeOf(standing: Standing): ExitCode {
  switch (standing.kind) {
    case 'done':
      return 0;
    case 'ended-early':
      return 5;
    case 'bailed':
      return standing.class === 'process' ? 1 : 7;
    case 'open':
      return standing.state === 'gate' || standing.state === 'waiting' ? 4 : 3;
  }
}
