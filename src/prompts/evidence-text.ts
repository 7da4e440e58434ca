import type { EvidenceSummary } from '../domain/leaf/briefs.js';

/** What Pawl measured, in the words of every reviewer's prompt. */
export function evidenceText(evidence: EvidenceSummary): string {
  const { passed, failed, skipped } = evidence.counts;
  return [
    `runner: ${evidence.runner}`,
    `exit code: ${evidence.exitCode ?? 'none'}`,
    `passed: ${passed}, failed: ${failed}, skipped: ${skipped}`,
    ...evidence.failing.map((test) => `failing: ${test.id}\n${indented(test.message)}`),
  ].join('\n');
}

function indented(message: string): string {
  return message
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
