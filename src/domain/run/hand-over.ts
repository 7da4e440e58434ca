import type { RunState } from './run-state.js';

/** Below the 256 KiB of design 6, with room for the run's input beside it. */
const mostBytes = 200 * 1_024;

/**
 * The state as continue-as-new carries it: its lists are capped by characters, of which each can take several bytes.
 * What is only there to be looked at goes first, the oldest first: events, then messages.
 */
export function handedOver(state: RunState): RunState {
  const events = newest(state.events, jsonBytes(state) - mostBytes);
  const lighter = events === state.events ? state : { ...state, events };
  const messages = newest(lighter.messages, jsonBytes(lighter) - mostBytes);
  return messages === lighter.messages ? lighter : { ...lighter, messages };
}

/** The list without as many of its oldest as together have the bytes that are too many. */
function newest<T>(list: readonly T[], tooManyBytes: number): readonly T[] {
  let left = tooManyBytes;
  let from = 0;
  for (; left > 0 && from < list.length; from += 1) left -= jsonBytes(list[from]);
  return from === 0 ? list : list.slice(from);
}

function jsonBytes(value: unknown): number {
  let bytes = 0;
  for (const char of JSON.stringify(value)) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
