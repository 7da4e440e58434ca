import { callLeaf } from './calls.js';
import { note, record, type Desk } from './desk.js';
import type { SentBackTrial } from './revise-loop.js';
import { placesOf } from './step-start.js';

/**
 * The configured type-check, before the tests and before any reviewer: an error goes straight back to GREEN
 * (R-001-16). Null when it is clean, or when the repository has none.
 */
export async function typecheck(desk: Desk, tree: string, base: string): Promise<SentBackTrial | null> {
  if (desk.state.facts?.checks.includes('typecheck') !== true) return null;
  const call = { phase: 'green', role: null, name: 'typecheck' } as const;
  const { failures, ran, notes } = await callLeaf(desk, call, (leaves, label) =>
    leaves.check({ ...placesOf(desk), label, when: 'edit', tree, base, message: null }),
  );
  for (const text of notes) note(desk, text);
  if (failures.length === 0) {
    if (ran.length > 0) record(desk, { kind: 'evidence', line: `TYPECHECK: PASS ${ran[0]?.name ?? ''}` });
    return null;
  }
  record(desk, { kind: 'evidence', line: `TYPECHECK: FAIL ${ran[0]?.name ?? ''}` });
  return { kind: 'sent-back', reasons: failures, cause: 'rejected', from: tree, spends: 'evidence' };
}
