import { z } from 'zod';
import { withPlainWord, type PlainVerdict } from './verdict-words.js';

export const VerdictWord = z.enum(['PASS', 'REJECT', 'MALFORMED']);
export type VerdictWord = z.infer<typeof VerdictWord>;

/** A verdict is bound to the tree that was judged; it counts for no other (D3, R18). */
export interface Verdict {
  readonly word: VerdictWord;
  readonly reasons: readonly string[];
  readonly tree: string;
}

/** What a verifier leaf must answer with: exactly this record, nothing read from prose (R17, R-002-45). */
export const VerifierAnswer = z.strictObject({
  verdict: z.enum(['PASS', 'REJECT']),
  reasons: z.array(z.string().min(1).max(2_000)).max(20),
});

/**
 * Reads a verifier's answer. Anything but one well-formed record is MALFORMED, never a PASS; a REJECT
 * without a reason and a PASS with one contradict themselves and are MALFORMED too (R-002-45, F45).
 */
export function readVerdict(answer: unknown, tree: string): Verdict {
  const parsed = VerifierAnswer.safeParse(answer);
  if (!parsed.success) return malformed(firstIssue(parsed.error), tree);
  return judged(parsed.data, tree);
}

/** Said of a thing that is there, in words: blanks alone say nothing. */
const Remark = z
  .string()
  .max(2_000)
  .refine((text) => text.trim() !== '', 'a text that says something');

/** What a domain reviewer answers with: reasons are its veto; advice sends nothing back (R-001-08, R-001-17). */
export const DomainAnswer = z.strictObject({
  verdict: z.enum(['PASS', 'REJECT']),
  reasons: z.array(Remark).max(20),
  advice: z.array(Remark).max(20),
});

const domainWords: ReadonlyMap<string, PlainVerdict> = new Map([
  ['APPROVED', 'PASS'],
  ['VETO', 'REJECT'],
]);

/** Reads a domain reviewer's answer by the rules of `readVerdict`; an answer that is MALFORMED gives no advice. */
export function readDomainAnswer(
  answer: unknown,
  tree: string,
): { readonly verdict: Verdict; readonly advice: readonly string[] } {
  const parsed = DomainAnswer.safeParse(withPlainWord(answer, domainWords));
  if (!parsed.success) return { verdict: malformed(firstIssue(parsed.error), tree), advice: [] };
  const verdict = judged(parsed.data, tree);
  return { verdict, advice: verdict.word === 'MALFORMED' ? [] : parsed.data.advice };
}

/** A record that contradicts itself is no verdict. */
function judged({ verdict, reasons }: z.infer<typeof VerifierAnswer>, tree: string): Verdict {
  if (verdict === 'REJECT' && reasons.length === 0) return malformed('a REJECT needs at least one reason', tree);
  if (verdict === 'PASS' && reasons.length > 0) return malformed('a PASS carries no reasons against the tree', tree);
  return { word: verdict, reasons, tree };
}

export function malformed(why: string, tree: string): Verdict {
  return { word: 'MALFORMED', reasons: [why], tree };
}

/** Where an answer stops being the agreed record, and why. */
export function firstIssue({ issues: [first] }: z.ZodError): string {
  const where = first === undefined || first.path.length === 0 ? 'the answer' : first.path.join('.');
  return `${where}: ${first?.message ?? 'not a verdict'}`;
}
