import { causeFailure } from '../contract/failures.js';
import type { Ledger } from '../domain/plan/plan.js';
import { LedgerError } from '../texts/ledger-error.js';
import { parseLedger } from '../texts/ledger.js';
import type { Run } from './run-facts.js';

/**
 * The ledger in this commit or tree.
 * @throws `plan-invalid` when a person's edit left something that can't be read: the line is named
 */
export async function loadLedger(run: Run, treeish: string): Promise<Ledger> {
  const text = await run.repository.readFile(treeish, run.facts.ledgerPath);
  if (text === null)
    throw causeFailure('plan-invalid', `${run.facts.ledgerPath} is missing at ${treeish.slice(0, 10)}`);
  try {
    return parseLedger(text);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw causeFailure('plan-invalid', `${run.facts.ledgerPath}: ${error.message}`);
  }
}
