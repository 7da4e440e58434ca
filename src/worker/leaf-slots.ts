import { availableParallelism, totalmem } from 'node:os';
import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit, TunerHolder } from '@temporalio/worker';
import { usualLeafSlots } from '../domain/run/leaf-slots.js';

/** How many leaves this host does at once: as it was told, else by what it has. */
export function leafSlotsOf(wish: number | null): number {
  if (wish !== null) return wish;
  const limit = process.constrainedMemory();
  // Zero or more than there is: no limit is set.
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return usualLeafSlots({ cores: availableParallelism(), memoryBytes });
}

/** Slots that can be closed: who has one finishes, and nobody gets one any more. */
export interface LeafSlots {
  readonly supplier: CustomSlotSupplier<ActivitySlotInfo>;
  close(): void;
}

/** The SDK can stop to poll only by a shutdown, which ends what runs after a fixed time; a leaf may need its whole quarter of an hour. */
export function leafSlots(count: number): LeafSlots {
  const permit: SlotPermit = {};
  const waiting = new Set<() => void>();
  let free = count;
  let isClosed = false;
  const take = (): boolean => {
    if (isClosed || free === 0) return false;
    free -= 1;
    return true;
  };
  return {
    close() {
      isClosed = true;
    },
    supplier: {
      type: 'custom',
      reserveSlot: (_context, abortSignal) =>
        take() ? Promise.resolve(permit) : untilGiven(waiting, abortSignal).then(() => permit),
      tryReserveSlot: () => (take() ? permit : null),
      markSlotUsed: () => undefined,
      releaseSlot() {
        free += 1;
        const [next] = waiting;
        if (next === undefined || !take()) return;
        waiting.delete(next);
        next();
      },
    },
  };
}

/** For the worker of the leaf queue, which has no workflows: all but its activities is as small as it can be. */
export function leafTuner({ supplier }: LeafSlots): TunerHolder {
  const one = { type: 'fixed-size', numSlots: 1 } as const;
  return {
    activityTaskSlotSupplier: supplier,
    workflowTaskSlotSupplier: one,
    localActivityTaskSlotSupplier: one,
    nexusTaskSlotSupplier: one,
  };
}

function untilGiven(waiting: Set<() => void>, abortSignal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.add(resolve);
    const leave = (): void => {
      waiting.delete(resolve);
      // The one error that the SDK does not log as a fault: the signal's own.
      const reason: unknown = abortSignal.reason;
      reject(isError(reason) ? reason : new Error('aborted'));
    };
    if (abortSignal.aborted) leave();
    else abortSignal.addEventListener('abort', leave, { once: true });
  });
}

/** By its shape: errors of the platform are no instances of another realm's Error. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
