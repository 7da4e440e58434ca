import { Context } from '@temporalio/activity';
import type { DevelopInput, DevelopReport } from '../contract/activities.js';
import { countsForScope, type EditScope } from '../domain/run/discipline.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { lostTestLines } from '../domain/files/lost-test-lines.js';
import type { ChangedLines } from '../ports/repository.js';
import { crashPoint } from './crash-point.js';
import { storeFor } from './dependencies.js';
import { editTask } from './edit-task.js';
import { isolate } from './isolation.js';
import { runLeaf } from './leaf.js';
import { loadLedger } from './ledger-at.js';
import { plannedFiles } from './planned-files.js';
import { cancelledByRun, throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import { saidBy } from './said-by.js';
import { recordEdit, salvage } from './salvage.js';
import { takenReport } from './taken.js';
import { isTestFile } from './test-files.js';
import type { Tools } from './tools.js';

/**
 * Restore tree, leaf, walk, tree, policy (design 7): one leaf that edits in a fresh workspace, and what it left there
 * as a tree. Its words and its own commits decide nothing (R-001-38, R20). A debugger edits as GREEN may, on the
 * stronger model (R-001-14).
 */
export async function develop(tools: Tools, input: DevelopInput): Promise<DevelopReport> {
  const context = Context.current();
  const run = await openRun(tools, input.scope);
  const saved = await salvage(tools, run);
  const wanted = plannedFiles(run, await loadLedger(run, input.base), input.step.id);
  const view = await isolate(run, { ...input, wanted });
  const task = await editTask(tools, run, input, { wanted, signatures: view.signatures });
  const leaf = await runLeaf(tools, run, {
    ...task,
    role: input.role,
    // A critic's mend is counted, and scripted, as a phase of its own.
    phase: input.label.phase,
    label: input.label,
    env: { PAWL_TEST_CMD: commandLine(run.facts.testCommand) },
    store: await storeFor(tools, run, { tree: input.from, store: input.store, label: input.label }),
    shell: true,
    lay: async (folder) => {
      await view.lay(folder.work);
      await recordEdit(tools, folder, { ...input, step: input.step.id, wanted });
    },
    trees: { work: input.from },
    sources: { issue: run.facts.body.sha256, ledger: input.base },
  });
  // A stop `now` ends the leaf but keeps what it wrote; a worker that shuts down makes the server try again (R06).
  if (!cancelledByRun(context)) throwIfCancelled(context);
  const taken = await view.take(leaf.folder.work, input.base, wanted);
  await crashPoint(tools, 'leaf-taken');
  await tools.folders.discard(run.key, leaf.folder.label);
  const { phase, frozen, base } = input;
  const report = await takenReport(run, { phase, base, wanted, frozen }, taken);
  const said = saidBy(input, leaf);
  const faults = leaf.storeFault === null ? [] : [leaf.storeFault];
  const lines = await linesOf(run, base, report.tree);
  const lost = lostTestLines(phase, lines, (path) => isTestFile(run, path));
  return {
    ...report,
    ...said,
    notes: [...report.notes, ...view.notes, ...lost, ...faults, ...said.notes, ...saved.notes].map((text) =>
      text.slice(0, 500),
    ),
    scope: scopeOf(run, lines),
    kept: saved.kept,
  };
}

async function linesOf(run: Run, base: string, tree: string | null): Promise<readonly ChangedLines[]> {
  return tree === null || tree === base ? [] : run.repository.changedLines(base, tree);
}

/** Lines and files changed outside of tests (R-001-10). */
function scopeOf(run: Run, lines: readonly ChangedLines[]): EditScope {
  const isCode = (path: string): boolean =>
    countsForScope(path) && path !== run.facts.ledgerPath && !isTestFile(run, path);
  const code = lines.filter(({ path }) => isCode(path));
  return { lines: code.reduce((sum, { added, removed }) => sum + added + removed, 0), files: code.length };
}
