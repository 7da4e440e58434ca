import type { StatusView } from '../../contract/views.js';
import type { MessageEntry } from '../../domain/steering/messages.js';

/** The message that made the shift which stands; null when none did, or when it is not among the last ones. */
export function shiftEntry({ shift, messages }: StatusView): MessageEntry | null {
  return shift === null ? null : takenAt(messages, 'shiftGear', shift.atMs);
}

/** The message that asked for the stop which stands. */
export function stopEntry({ stop, messages }: StatusView): MessageEntry | null {
  return stop === null ? null : takenAt(messages, 'requestStop', stop.atMs);
}

/** Workflow time stands still within one task, so of two at the same time the later one counts for a shift. */
function takenAt(messages: readonly MessageEntry[], name: string, atMs: number): MessageEntry | null {
  return messages.findLast((entry) => entry.name === name && entry.taken && entry.atMs === atMs) ?? null;
}
