import { Cause } from './causes.js';

/** Which of an activity's clocks ran out. */
export type RanOut = 'heartbeat' | 'start-to-close' | 'schedule-to-start' | 'schedule-to-close' | 'unknown';

/** One link of what the server says of a failed activity, outermost first; plain data, so that the rule is pure. */
export type FailureLink =
  /** That an activity failed; why stands in the next link. */
  | { readonly kind: 'activity' }
  | {
      readonly kind: 'application';
      readonly type: string | null;
      readonly message: string;
      /** First element of its details, as it came. */
      readonly detail: unknown;
    }
  | { readonly kind: 'timeout'; readonly clock: RanOut }
  | { readonly kind: 'cancelled' | 'terminated' }
  /** The server's own word: a result that is too large, a fault of its own. */
  | { readonly kind: 'server'; readonly message: string }
  /** Nothing that Temporal makes. */
  | { readonly kind: 'other'; readonly message: string };

/** What a failed activity means for the run. */
export type FailureMeaning =
  /** Its worker is gone: the same again, outside every budget; the cause counts when that never helps (design 4). */
  | { readonly kind: 'worker-lost'; readonly cause: 'worker-lost' | 'host-lost'; readonly why: string }
  /** The activity was cancelled: by this run's own stop, or from outside. */
  | { readonly kind: 'cancelled' }
  /** Of a type that the caller knows and that is no cause. */
  | { readonly kind: 'signal'; readonly type: string; readonly detail: unknown }
  | { readonly kind: 'cause'; readonly cause: Cause; readonly message: string; readonly detail: unknown };

/** Type of the failure with which a worker that shuts down gives its activities back (R06). */
const shutdownType = 'WorkerShutdown';

/**
 * From a failure chain to what it means: facts only, never a message's text (F11, R-002-29). The outermost link that
 * decides wins; a type that nobody knows decides only when nothing below it does.
 * @param signals failure types that are no cause and that the caller reads itself
 */
export function meaningOf(chain: readonly FailureLink[], signals: readonly string[] = []): FailureMeaning {
  for (const [at, link] of chain.entries()) {
    const meaning = meaningOfLink(link, chain.slice(at + 1), signals);
    if (meaning !== null) return meaning;
  }
  return broken(wordsOf(chain));
}

function meaningOfLink(
  link: FailureLink,
  below: readonly FailureLink[],
  signals: readonly string[],
): FailureMeaning | null {
  switch (link.kind) {
    case 'application':
      return meaningOfType(link, signals);
    case 'timeout':
      return meaningOfTimeout(link.clock, below);
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'terminated':
      return problemOfServer('the activity was terminated from outside');
    case 'server':
      return problemOfServer(link.message);
    case 'activity':
      return below.length === 0 ? problemOfServer('the server does not say why the activity failed') : null;
    case 'other':
      return null;
  }
}

type ApplicationLink = Extract<FailureLink, { kind: 'application' }>;

function meaningOfType({ type, message, detail }: ApplicationLink, signals: readonly string[]): FailureMeaning | null {
  if (type === shutdownType) return lost('worker-lost', 'the worker was shut down');
  if (type !== null && signals.includes(type)) return { kind: 'signal', type, detail };
  const cause = Cause.safeParse(type);
  return cause.success ? { kind: 'cause', cause: cause.data, message, detail } : null;
}

/** No worker of the host took it, or the one that had it is gone. Tries that ran out of time have the last one's cause. */
function meaningOfTimeout(clock: RanOut, below: readonly FailureLink[]): FailureMeaning | null {
  if (clock === 'schedule-to-start') return lost('host-lost', 'no worker of its host took it in time');
  if (clock === 'schedule-to-close' && below.length > 0) return null;
  return lost('worker-lost', `the worker was lost (${clock})`);
}

function lost(cause: 'worker-lost' | 'host-lost', why: string): FailureMeaning {
  return { kind: 'worker-lost', cause, why };
}

function problemOfServer(message: string): FailureMeaning {
  return { kind: 'cause', cause: 'server-problem', message: `the Temporal server: ${message}`, detail: null };
}

function broken(message: string): FailureMeaning {
  return { kind: 'cause', cause: 'contract-broken', message, detail: null };
}

/** The outermost words there are, with their type. */
function wordsOf(chain: readonly FailureLink[]): string {
  for (const link of chain) {
    if (link.kind === 'application') return `${link.type ?? 'Error'}: ${link.message}`;
    if (link.kind === 'other') return link.message;
    if (link.kind === 'timeout') return `timed out (${link.clock})`;
  }
  return 'a failure without a word';
}
