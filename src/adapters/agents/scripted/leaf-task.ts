import type { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import type { Role } from '../../../domain/leaf/roles.js';
import type { Script } from '../../../domain/leaf/scenario.js';

/** What a scripted leaf is given after its prompt. */
export type LeafTask =
  | { readonly kind: 'script'; readonly role: Role; readonly script: Script }
  | { readonly kind: 'missing'; readonly message: string };

/** The last line of a scripted leaf's output. */
export interface LeafRecord {
  readonly type: 'result';
  readonly outcome: 'done' | RecordFailure;
  readonly answer: unknown;
  readonly message: string;
  readonly usage: Script['usage'];
  /** For `usage-limit`: milliseconds since the epoch; null when it does not say. */
  readonly resetAtMs: number | null;
}

/** How every record begins; nothing else that a leaf prints does. */
export const recordPrefix = '{"type":"result"';

/**
 * Prompt and task share standard input: the prompt, then the task as JSON. Where one ends is told in bytes, on the
 * command line, so that no prompt can hold anything that looks like the border.
 */
export function frameInput(prompt: string, task: LeafTask): { readonly stdin: string; readonly promptBytes: number } {
  return { stdin: prompt + JSON.stringify(task), promptBytes: Buffer.byteLength(prompt) };
}

/** @throws when standard input was cut short. */
export function unframeInput(input: Buffer, promptBytes: number): { readonly prompt: string; readonly task: LeafTask } {
  const task: unknown = JSON.parse(input.subarray(promptBytes).toString('utf8'));
  if (!isTask(task)) throw new Error('no task after the prompt');
  return { prompt: input.subarray(0, promptBytes).toString('utf8'), task };
}

/** Written by the agent of the same build: one look at the shape is enough. */
function isTask(value: unknown): value is LeafTask {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
