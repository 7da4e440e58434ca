import type { NextStepInput, NextStepReport } from '../contract/activities.js';
import type { Ledger, LedgerStep } from '../domain/plan/plan.js';
import { syncGearFile } from './gear-file.js';
import { checkFrozen, untickedWork } from './spec-progress.js';
import { loadLedger } from './ledger-at.js';
import { allPlannedFiles } from './planned-files.js';
import { nothingOdd, stillOpen } from './provenance.js';
import { openRun, type Run } from './run-facts.js';
import { lookAtScope } from './scope-sight.js';
import type { Tools } from './tools.js';

const around = 5;
const mostAside = 50;

/** The first open step at the branch's tip, or the refactoring that a stop cut off (R-002-18…20). */
export async function nextStep(tools: Tools, input: NextStepInput): Promise<NextStepReport> {
  const run = await openRun(tools, input.scope);
  const ledger = await ledgerByCommits(run, input.tip);
  const { steps } = ledger;
  await checkFrozen(tools, run, input.tip);
  const gearFile = await syncGearFile(tools, run, input.gearFile);
  const look = { shift: gearFile.shift ?? input.gearFile.shift, tip: input.tip, steps };
  // The loop works in its scope alone, wherever that stands in the list (R-000-25).
  const loopScope = input.gearFile.driver === 'ralph' ? await lookAtScope(run, { ...look, step: null }) : null;
  const chosen = choose(ledger, input.refactorSettled, loopScope?.firstOpen ?? null);
  const next = await untickedWork(run, input.tip, chosen);
  const at = next.kind === 'none' ? steps.length : steps.findIndex((step) => step.id === next.step.id);
  const from = Math.max(0, at - around);
  const to = Math.min(steps.length, at + around + 1);
  return {
    tree: await run.repository.treeOf(input.tip),
    next,
    total: steps.length,
    done: steps.filter((step) => step.done).length,
    window: steps.slice(from, to),
    before: from,
    after: steps.length - to,
    gearFile,
    pawlVersion: tools.pawlVersion,
    scopeSight: await lookAtScope(run, { ...look, step: next.kind === 'none' ? null : next.step.id }),
    aside: ledger.aside?.slice(0, mostAside) ?? [],
    sentBack: input.sentBack.filter((id) => steps.some((step) => step.id === id && step.done)),
  };
}

/** The ledger at the tip, where its ticks count as the commits have it: what was forged is open until it is done (R-001-38). */
async function ledgerByCommits(run: Run, tip: string): Promise<Ledger> {
  const ledger = await loadLedger(run, tip);
  const { reopened, evidenced } = run.facts.completion ?? nothingOdd;
  if (reopened.length === 0 && evidenced.length === 0) return ledger;
  const at = { base: run.facts.base.sha, tip, ledger, files: allPlannedFiles(run, ledger) ?? [] };
  const open = await stillOpen(run.repository, at, reopened);
  const steps = ledger.steps.map((step) => {
    if (open.has(step.id)) return { ...step, done: false, refactorPending: false };
    return evidenced.includes(step.id) ? { ...step, done: true } : step;
  });
  return { ...ledger, steps };
}

/** @param preferred id of an open step that goes before those above it; null for file order */
function choose(ledger: Ledger, refactorSettled: string | null, preferred: string | null): NextStepReport['next'] {
  // Pawl leaves one mark at most; with more by hand, only the last one counts: the next commit clears them all.
  const pending = ledger.steps.filter((step) => step.refactorPending && step.done).at(-1) ?? null;
  if (pending !== null && pending.id !== refactorSettled) {
    return { kind: 'refactor', step: pending, criterion: criterionOf(ledger, pending) };
  }
  const inOrder = ledger.steps.find((step) => !step.done);
  const open = ledger.steps.find((step) => step.id === preferred && !step.done) ?? inOrder;
  if (open !== undefined) return { kind: 'step', step: open, criterion: criterionOf(ledger, open) };
  return { kind: 'none', pending };
}

function criterionOf(ledger: Ledger, step: LedgerStep): string {
  return ledger.criteria[step.criterion - 1] ?? step.title;
}
