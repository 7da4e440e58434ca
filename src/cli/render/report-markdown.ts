import type { RunReport } from '../../contract/result.js';
import type { ReviewRow } from '../review/table.js';
import type { StepCommit } from './report.js';
import { markdownText, reviewTableMarkdown } from './review-table.js';

/** The account of a run for a pull request or a page; all words of other people are mere text in it. */
export function reportMarkdown(
  report: RunReport,
  commits: readonly StepCommit[],
  reviews: readonly ReviewRow[],
): string {
  const { done, total } = report.steps;
  const fields: readonly (readonly [string, string | null])[] = [
    ['Run', report.workflowId],
    ['Outcome', report.cause === null ? report.outcome : `bailed: ${report.cause}`],
    ['Steps', `${done} of ${total} done`],
    ['Branch', report.branch],
    ['Base', report.base === null ? null : `${report.base.ref} at ${report.base.sha.slice(0, 12)}`],
    ['Gear', report.gear],
    ['Rules', report.rules],
    ['Tests', report.testCommand],
    ['Suite', report.suite],
    ['Critic', report.critic],
    ['Next', report.next],
  ];
  const bullets = (lines: readonly string[]): readonly string[] => lines.map((line) => `- ${markdownText(line)}`);
  const named = commits.map((commit) => `${commit.sha.slice(0, 12)} ${commit.subject}`);
  return [
    ...fields.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${markdownText(value)}`])),
    ...section('Who reviewed what', reviewTableMarkdown(reviews)),
    ...section('Commits', bullets(named)),
    ...section('Notes', bullets(report.notes)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}
