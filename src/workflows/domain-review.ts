import type { Verdict } from '../domain/review/verdict.js';
import { note, record, type Desk } from './desk.js';
import { askReviewer } from './reviewers.js';
import { placesOf } from './step-start.js';

export interface DomainJob {
  readonly phase: 'red' | 'green';
  readonly tree: string;
  readonly base: string;
  readonly testFiles: readonly string[];
}

/**
 * The domain reviewer's look at the diff of RED or GREEN, with veto (C-4, R-001-08, R-001-17, R-001-51). Null when
 * the run's discipline asks for none. Advice is said and sends nothing back.
 */
export async function domainReview(desk: Desk, job: DomainJob): Promise<Verdict | null> {
  const { step, facts } = desk.state;
  if (step === null || facts?.discipline.domainReview !== true) return null;
  const { verdict, advice } = await askReviewer(desk, {
    call: { phase: job.phase, role: 'domain-reviewer', name: `domain-${job.phase}` },
    tree: job.tree,
    title: `domain-${job.phase}`,
    start: (leaves, label) => leaves.domainReview({ ...placesOf(desk), label, step, ...job }),
  });
  // The seed fixes the form of these two lines (R-001-23).
  const line = verdict.word === 'PASS' ? 'DOMAIN: APPROVED' : `DOMAIN: VETO — ${verdict.reasons.join('; ')}`;
  record(desk, { kind: 'verdict', line: `${line} (${job.phase}, tree ${job.tree.slice(0, 10)})` });
  for (const text of advice) note(desk, `domain reviewer, advice: ${text}`);
  return verdict;
}
