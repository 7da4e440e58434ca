import type { z } from 'zod';
import { parseDuration } from '../domain/steering/duration.js';
import type { Message, MessageName } from '../domain/steering/messages.js';
import type { Added, Resource } from '../domain/run/resource-budgets.js';
import { cutChars } from '../domain/sanitise.js';
import {
  AddBudgetPayload,
  AnswerPayload,
  ApprovePayload,
  BarePayload,
  examples,
  RejectPayload,
  RequestStopPayload,
  ShiftGearPayload,
  StopSender,
} from './payloads.js';

export type ReadMessage =
  | {
      readonly ok: true;
      readonly message: Message;
      /** The sender's own id of it; null for a message by hand. */
      readonly id: string | null;
      readonly note: string | null;
    }
  | { readonly ok: false; readonly why: string };

/** Reads a message's payload, whatever was sent; a refusal names the place, what was expected there, and an example. */
export function readMessage(name: MessageName, payload: unknown, atMs: number): ReadMessage {
  switch (name) {
    case 'shiftGear':
      return read(name, ShiftGearPayload, payload, ({ gear, because = '', scope = null, for: time, by = null }) => {
        const forMs = time === undefined ? null : parseDuration(time);
        return { name, gear, because, scope, forMs, by, atMs };
      });
    case 'requestStop':
      return readStop(payload, atMs);
    case 'approve':
      return read(name, ApprovePayload, payload, ({ test, edited = false, by = null }) => {
        return { name, test, edited, by, atMs };
      });
    case 'reject':
      return read(name, RejectPayload, payload, ({ because, step = null, by = null }) => {
        return { name, because, step, by, atMs };
      });
    case 'answer':
      return read(name, AnswerPayload, payload, ({ text, by = null }) => ({ name, text, by, atMs }));
    case 'addBudget':
      return read(name, AddBudgetPayload, payload, ({ usd, tokens, leaves, minutes, step = false, by = null }) => {
        return { name, add: given({ usd, tokens, leaves, minutes }), of: step ? 'step' : 'run', by, atMs };
      });
    case 'withdrawStop':
    case 'retry':
      return read(name, BarePayload, payload ?? undefined, (sent) => ({ name, by: sent?.by ?? null, atMs }));
  }
}

function given(amounts: Readonly<Record<Resource, number | undefined>>): Partial<Added> {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));
}

/** A stop is never lost: what can't be read of it counts as `at-ledger`, said aloud (R-002-51). */
function readStop(payload: unknown, atMs: number): ReadMessage {
  const name = 'requestStop';
  const asked = read(name, RequestStopPayload, payload, ({ mode, by = null }) => ({ name, mode, by, atMs }));
  if (asked.ok) return asked;
  const { by = null, id = null } = StopSender.parse(payload);
  const message = { name, mode: 'at-ledger', by, atMs } as const;
  return { ok: true, message, id, note: `requestStop: ${asked.why}; it counts as "at-ledger"` };
}

function read<T extends { readonly id?: string | undefined } | undefined>(
  name: MessageName,
  schema: z.ZodType<T>,
  payload: unknown,
  toMessage: (value: T) => Message,
): ReadMessage {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return { ok: true, message: toMessage(parsed.data), id: parsed.data?.id ?? null, note: null };
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  // It may name every key of a payload that somebody filled with them.
  const said = cutChars(issue?.message ?? 'not understood', 300);
  return { ok: false, why: `${place === '' ? said : `${place}: ${said}`}; expected ${examples[name]}` };
}
