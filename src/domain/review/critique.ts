import { z } from 'zod';
import type { Ledger, LedgerStep } from '../plan/plan.js';
import { cutChars } from '../sanitise.js';
import { jsonBytes } from '../json-bytes.js';
import { firstIssue, malformed, type Verdict } from './verdict.js';
import { withPlainWord, type PlainVerdict } from './verdict-words.js';

/** One thing the critic wants mended (R-004-35). */
export const CriticFinding = z.strictObject({
  /** Id of the step it belongs to; empty when it belongs to none in particular: then it goes to the last step. */
  step: z.string().max(40),
  /** Repository-relative, and where in it; empty when it belongs to no file. */
  file: z.string().max(400),
  text: z
    .string()
    .max(2_000)
    .refine((text) => text.trim() !== '', 'a text that says what is wrong'),
});
export type CriticFinding = z.infer<typeof CriticFinding>;

/** What a critic answers with: a NEEDS WORK is a REJECT with findings (R-004-35). */
export const CriticAnswer = z.strictObject({
  verdict: z.enum(['PASS', 'REJECT']),
  findings: z.array(CriticFinding).max(50),
});

const criticWords: ReadonlyMap<string, PlainVerdict> = new Map([
  ['APPROVED', 'PASS'],
  ['NEEDS WORK', 'REJECT'],
]);

export interface Critique {
  /** Its reasons are the findings, one line each. */
  readonly verdict: Verdict;
  readonly findings: readonly CriticFinding[];
}

/**
 * Reads a critic's answer. Anything but one well-formed record is MALFORMED, never a PASS; so is an approval with
 * findings, and a NEEDS WORK without any (R17, F45).
 */
export function readCritique(answer: unknown, tree: string): Critique {
  const parsed = CriticAnswer.safeParse(withPlainWord(answer, criticWords));
  if (!parsed.success) return { verdict: malformed(firstIssue(parsed.error), tree), findings: [] };
  const { verdict, findings } = parsed.data;
  if (verdict === 'REJECT' && findings.length === 0) {
    return { verdict: malformed('a NEEDS WORK needs at least one finding', tree), findings: [] };
  }
  if (verdict === 'PASS' && findings.length > 0) {
    return { verdict: malformed('an approval carries no findings', tree), findings: [] };
  }
  return { verdict: { word: verdict, reasons: findings.map(findingLine), tree }, findings };
}

function findingLine({ file, text }: CriticFinding): string {
  return file.trim() === '' ? text : `${file}: ${text}`;
}

/** Findings of one step, mended by one commit. */
export interface Mend {
  readonly step: string;
  readonly findings: readonly CriticFinding[];
}

/**
 * One group of findings a step, in the order of the plan. A finding that names no step of this ledger goes to the
 * last step: its commit carries that step's `Task:`.
 * @param steps ids of the ledger's steps, in order; not empty
 */
export function mendsOf(findings: readonly CriticFinding[], steps: readonly string[]): readonly Mend[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const known = new Set(steps);
  const stepOf = ({ step }: CriticFinding): string => (known.has(step) ? step : last);
  return steps.flatMap((step) => {
    const own = findings.filter((finding) => stepOf(finding) === step);
    return own.length === 0 ? [] : [{ step, findings: own }];
  });
}

/** A mend with all that its leaf and its commit are told. */
export interface LedgerMend {
  readonly step: LedgerStep;
  readonly criterion: string;
  readonly findings: readonly CriticFinding[];
}

export interface BoundedCritique {
  readonly reasons: readonly string[];
  readonly mends: readonly LedgerMend[];
}

/** How long a finding's text may be, tried in this order until all of them fit. */
const textLengths = [1_000, 500, 250, 120];
const maxCriterion = 4_000;

/**
 * Reasons and mends small enough for the history (design 6): texts are cut first, then the last findings are left
 * out, which is said; the critic's next round names them again.
 * @param maxBytes of both as JSON in UTF-8
 */
export function boundedCritique(findings: readonly CriticFinding[], ledger: Ledger, maxBytes: number): BoundedCritique {
  for (let kept = findings.length; kept > 1; kept = Math.ceil(kept / 2)) {
    for (const length of textLengths) {
      const made = critiqueOf(findings, { kept, length }, ledger);
      if (jsonBytes(made) <= maxBytes) return made;
    }
  }
  return critiqueOf(findings, { kept: 1, length: 1_000 }, ledger);
}

interface Room {
  readonly kept: number;
  /** Characters of one text. */
  readonly length: number;
}

function critiqueOf(all: readonly CriticFinding[], { kept, length }: Room, ledger: Ledger): BoundedCritique {
  const { steps, criteria } = ledger;
  const findings = all.slice(0, kept).map((one) => ({ ...one, text: cutChars(one.text, length) }));
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ids = steps.map(({ id }) => id);
  const mends = mendsOf(findings, ids).flatMap((mend) => {
    const step = byId.get(mend.step);
    if (step === undefined) return [];
    // The whole criterion stands in the issue, which a mend's leaf is given too.
    const criterion = cutChars(criteria[step.criterion - 1] ?? step.title, maxCriterion);
    return [{ step, criterion, findings: mend.findings }];
  });
  const left = all.length - findings.length;
  const more = left === 0 ? [] : [`and ${left} more that the history has no room for`];
  return { reasons: [...findings.map(findingLine), ...more], mends };
}
