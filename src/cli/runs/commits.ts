import type { Config } from '../../config.js';
import type { RunReport } from '../../contract/result.js';
import type { StepCommit } from '../render/report.js';

/** The steps' commits of a run, oldest first; the plan's `docs:` commit has no task and is not among them. */
export async function commitsOf(config: Config, report: RunReport): Promise<readonly StepCommit[]> {
  if (report.base === null || report.tip === null) return [];
  const { readCommits } = await import('../../local.js');
  const commits = await readCommits(config, { origin: report.origin, base: report.base.sha, tip: report.tip });
  return commits
    .map(({ sha, subject, trailers }) => ({
      sha,
      subject,
      trailers: Object.fromEntries(trailers.map(({ key, value }) => [key, value])),
    }))
    .filter((commit) => commit.trailers['Task'] !== undefined);
}
