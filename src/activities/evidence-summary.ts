import type { EvidenceSummary } from '../domain/leaf/briefs.js';
import type { TestReport } from '../domain/evidence/evidence.js';

/** Pawl's own result as a reviewer is told it: counts, and what fails, capped. */
export function evidenceSummary(report: TestReport): EvidenceSummary {
  const count = (state: string): number => report.tests.filter((test) => test.state === state).length;
  const failing = report.tests.filter((test) => test.state === 'failed').slice(0, 20);
  const wholeFiles = report.fileFailures.slice(0, 20);
  return {
    runner: report.runner,
    exitCode: report.exitCode,
    counts: { passed: count('passed'), failed: count('failed') + wholeFiles.length, skipped: count('skipped') },
    failing: [
      ...failing.map((test) => ({ id: test.id, message: (test.failure?.message ?? '').slice(0, 1_000) })),
      ...wholeFiles.map(({ file, failure }) => ({ id: file, message: failure.message.slice(0, 1_000) })),
    ],
  };
}
