import { causeFailure } from '../contract/failures.js';
import type { Ledger } from '../domain/plan/plan.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { LedgerError } from '../texts/ledger-error.js';
import { parseLedger } from '../texts/ledger.js';
import type { Run } from './run-facts.js';
import { specLedger } from './spec.js';

/**
 * The ledger in this commit or tree: the issue's own, or a spec's list.
 * @throws `plan-invalid` when a person's edit left something that can't be read: the line is named
 */
export async function loadLedger(run: Run, treeish: string): Promise<Ledger> {
  const path = run.facts.ledgerPath;
  const text = await run.repository.readFile(treeish, path);
  if (text === null) throw causeFailure('plan-invalid', `${path} is missing at ${treeish.slice(0, 10)}`);
  const { spec } = run.facts;
  return ledgerIn(text, spec === undefined ? { kind: 'issue' } : { kind: 'spec', labels: spec.labels }, path);
}

/** `labels`: what pawl.json adds to those of a spec's tasks; left out where no shape is asked for. */
export type LedgerKind = { readonly kind: 'issue' } | { readonly kind: 'spec'; readonly labels?: MoreLabels };

export function ledgerIn(text: string, of: LedgerKind, path: string): Ledger {
  if (of.kind === 'spec') return specLedger(text, { path, title: path, base: '', labels: of.labels ?? {} });
  try {
    return parseLedger(text);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw causeFailure('plan-invalid', `${path}: ${error.message}`);
  }
}
