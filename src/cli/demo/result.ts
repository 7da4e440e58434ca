import type { Config } from '../../config.js';
import type { RunReport } from '../../contract/result.js';
import type { TemporalServer } from '../../embedded/server-request.js';
import type { Followed } from '../follow/follow.js';
import type { Io } from '../io.js';
import { reportText } from '../render/report.js';
import { commitsOf } from '../runs/commits.js';
import type { RunRow } from '../runs/find.js';
import type { DemoPlace } from './place.js';

interface Result {
  readonly followed: Followed;
  readonly place: DemoPlace;
  readonly temporal: TemporalServer;
  readonly json: boolean;
  readonly config: Config;
}

/** Ctrl-C, or a person who detached from a run that can't go on without the demo. */
export function sayLeft(io: Io, place: DemoPlace, json: boolean): void {
  io.say(`The demo was left before its end. The repository stays: ${place.repository}`);
  if (json) io.json({ outcome: 'interrupted', repository: place.repository });
}

/** What the demo leaves on the screen: branch, commits, report, and where to look; or the one JSON object. */
export async function sayResult(io: Io, result: Result): Promise<void> {
  const { followed, place, json, config } = result;
  if (followed.kind !== 'ended') {
    return sayLeft(io, place, json);
  }
  const { report, line } = followed.end;
  const commits = report === null ? [] : await commitsOf(config, report);
  if (json) return io.json({ ...resultFields(followed.row, report, result), commits });
  io.data(report === null ? line : reportText(report, commits));
  io.data(lookAround(place, result.temporal, report?.branch ?? null));
}

function resultFields(
  row: RunRow,
  report: RunReport | null,
  { place, temporal }: Result,
): Readonly<Record<string, unknown>> {
  const { version, address, uiUrl } = temporal;
  const where = {
    workflowId: row.workflowId,
    runId: row.runId,
    repository: place.repository,
    temporal: { version, address, ui: uiUrl },
  };
  if (report === null) return { outcome: 'unknown', ...where };
  const { outcome, branch, base, steps, agent, jail } = report;
  return { outcome, ...where, branch, base: base?.sha ?? null, steps, agent, jail };
}

function lookAround(place: DemoPlace, temporal: TemporalServer, branch: string | null): string {
  const lines = ['', `Web UI, while the demo ran: ${temporal.uiUrl ?? '-'} (pawl up keeps one)`];
  lines.push(`The repository stays: ${place.repository}`);
  if (branch !== null) lines.push(`  git -C ${place.repository} log --stat main..${branch}`);
  return lines.join('\n');
}
