import { z } from 'zod';
import { durationRule, parseDuration } from '../domain/steering/duration.js';
import { Gear } from '../domain/steering/gear.js';
import { amountRule, isAmountOf, Resource } from '../domain/run/resource-budgets.js';
import { StopMode } from '../domain/steering/stop.js';

const by = z.string().min(1).max(200).optional();
const because = z.string().trim().min(1).max(1_000);
/** Which message this is, whatever way it comes: the same id a second time is the same message (F67). */
const id = z.string().min(8).max(64).optional();
const sent = { by, id };

/** Each takes `by` and `id` too. `{gear, scope?, for?, because}`; `because` may be absent for review-before only (R-000-32, R-000-33). */
export const ShiftGearPayload = z
  .strictObject({
    gear: Gear,
    because: because.optional(),
    scope: z.string().trim().min(1).max(200).optional(),
    for: z
      .string()
      .refine((text) => parseDuration(text) !== null, `expected ${durationRule.expected}: "${durationRule.example}"`)
      .optional(),
    ...sent,
  })
  .refine((shift) => shift.gear === 'review-before' || shift.because !== undefined, {
    path: ['because'],
    message: 'a shift to review-after needs a reason: {"gear":"review-after","because":"…"}',
  });

/** `{mode}`; an unknown or absent mode counts as `at-ledger`, said aloud (R-002-51). */
export const RequestStopPayload = z.object({ mode: StopMode, ...sent });

/** What can be read of a stop whose mode can't be. */
export const StopSender = z.object({ by: by.catch(undefined), id: id.catch(undefined) }).catch({});

/** `{test, edited?}`: at least 8 hexadecimal characters of the test's hash. */
export const ApprovePayload = z.strictObject({
  test: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/i, '8 to 64 hexadecimal characters of the test hash')
    .transform((hash) => hash.toLowerCase()),
  edited: z.boolean().optional(),
  ...sent,
});

/** `{because, step?}`: the reason reaches the revise leaf; with a step, that step is sent back in review (C-25). */
export const RejectPayload = z.strictObject({ because, step: z.string().min(1).max(40).optional(), ...sent });

/** `{text}` */
export const AnswerPayload = z.strictObject({ text: z.string().trim().min(1).max(4_000), ...sent });

/** One text for whatever is wrong with it: no number, none at all, too little, too much. */
function amountOf(what: Resource): z.ZodOptional<z.ZodNumber> {
  return z
    .number(amountRule(what))
    .refine((value) => isAmountOf(what, value), amountRule(what))
    .optional();
}

/** `{usd?, tokens?, leaves?, minutes?, step?}`: at least one amount; with `step` for the step under way alone. */
export const AddBudgetPayload = z
  .strictObject({
    usd: amountOf('usd'),
    tokens: amountOf('tokens'),
    leaves: amountOf('leaves'),
    minutes: amountOf('minutes'),
    step: z.boolean().optional(),
    ...sent,
  })
  .refine((add) => Resource.options.some((what) => add[what] !== undefined), {
    message: `expected at least one of ${Resource.options.join(', ')}`,
  });

/** Nothing at all, or by whom. */
export const BarePayload = z.strictObject(sent).optional();

/** What each message looks like, for the words of a refusal. */
export const examples = {
  shiftGear: '{"gear":"review-after","because":"…"}',
  requestStop: '{"mode":"at-ledger"}',
  withdrawStop: 'no payload',
  approve: '{"test":"<8 or more characters of the hash>"}',
  reject: '{"because":"…"}',
  answer: '{"text":"…"}',
  retry: 'no payload',
  addBudget: '{"usd":5}',
} as const;

/** What each message is for, in one sentence. */
export const purposes = {
  shiftGear: 'Who reviews a test, and when: from the next step on.',
  requestStop: 'Ends the run at its next ledger commit, after the leaf under way, or now.',
  withdrawStop: 'Takes back a stop that has not bitten yet.',
  approve: 'Opens the gate for the test with this hash.',
  reject: 'Sends the test at the gate back with a reason; with a step: a step that is done, after review.',
  answer: 'Answers the question that the run waits with.',
  retry: 'Ends a wait for the usage limit now.',
  addBudget: "Adds money (usd), tokens, leaves or minutes of work to the run's budget; with step: to the step's.",
} as const;
