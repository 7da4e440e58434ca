import { claimsTask } from '../domain/commit/provenance.js';
import type { TestReport } from '../domain/evidence/evidence.js';
import { failingIds, sentIds } from '../domain/evidence/report-facts.js';
import { fileOfId } from '../domain/evidence/test-ids.js';
import { waitingTests, type WaitingTest } from '../domain/plan/waiting-tests.js';
import type { DeclaredRed } from '../domain/run/run-state.js';
import type { CommitFacts } from '../ports/repository.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import { pathsOf } from './provenance.js';
import type { Run } from './run-facts.js';

const mostSteps = 50;

/**
 * Failing tests that a half-done list says are to fail: of TEST tasks that are done, while their IMPLEMENT task is open
 * (R-000-52, C-27). Which tests those are is told by the task's `Test file:` line, or by its commit where an earlier run
 * made it and is forgotten.
 */
export async function declaredTests(run: Run, tip: string | null, report: TestReport): Promise<readonly DeclaredRed[]> {
  const { spec, base, ledgerPath } = run.facts;
  const failing = failingIds(report);
  if (spec === undefined || failing.length === 0) return [];
  const text = await run.repository.readFile(tip ?? base.sha, ledgerPath);
  const read = text === null ? null : readTasks(text, { labels: spec.labels });
  const waiting = read?.kind === 'list' ? waitingTests(read.list.tasks) : [];
  const log = tip === null || waiting.length === 0 ? [] : await run.repository.log(base.sha, tip);
  const found: DeclaredRed[] = [];
  for (const test of waiting.slice(-mostSteps)) {
    const files = new Set(await filesOf(run, test, log));
    const testIds = sentIds(failing.filter((id) => files.has(fileOfId(id))));
    const testFiles = [...new Set(testIds.map(fileOfId))];
    if (testIds.length > 0) found.push({ step: test.step, testFiles, testIds });
  }
  return found;
}

async function filesOf(run: Run, test: WaitingTest, log: readonly CommitFacts[]): Promise<readonly string[]> {
  const commits = log.filter(({ trailers }) => claimsTask(trailers, test.step) && isRed(trailers));
  const changed = await Promise.all(commits.map((commit) => pathsOf(run.repository, commit)));
  return [...test.files, ...changed.flat()];
}

function isRed(trailers: CommitFacts['trailers']): boolean {
  return trailers.some(({ key, value }) => key === 'Pawl-Phase' && value === 'red');
}
