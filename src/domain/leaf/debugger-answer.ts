import { z } from 'zod';
import { noteProposals } from './note-proposals.js';
import { cutChars } from '../sanitise.js';

/** What a debugger leaf answers with. Its tree is judged by evidence like any other (R-001-15, R-004-32). */
export const DebuggerAnswer = z.strictObject({
  status: z.enum(['done', 'needs-user']),
  /** One or two sentences; for `needs-user` the whole question. */
  note: z.string().max(4_000),
  /** Why the tests fail: the cause, not the symptom. */
  rootCause: z.string().max(20_000),
  /** What was run or read that shows it. */
  evidence: z.string().max(20_000),
  remember: noteProposals,
});
export type DebuggerAnswer = z.infer<typeof DebuggerAnswer>;

export interface Diagnosis {
  readonly rootCause: string;
  readonly evidence: string;
}

const most = 2_000;

/** A root cause with evidence; null without either: then the attempt has failed, whatever it changed (R-001-15). */
export function diagnosisOf({ rootCause, evidence }: Pick<DebuggerAnswer, keyof Diagnosis>): Diagnosis | null {
  const said = { rootCause: rootCause.trim(), evidence: evidence.trim() };
  if (said.rootCause === '' || said.evidence === '') return null;
  return { rootCause: cutChars(said.rootCause, most), evidence: cutChars(said.evidence, most) };
}
