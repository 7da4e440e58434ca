import type { CleanSettings } from '../../config/clean-keys.js';
import { StoredKind, type CleanRules, type OpenRuns } from '../../domain/run/housekeeping.js';
import { parseSize, sizeRule } from '../../domain/settings/byte-size.js';
import { durationRule, parseDuration } from '../../domain/steering/duration.js';
import type { CleanFlags } from '../clean.js';
import { CliError, type Io } from '../io.js';
import { loadOperator, type Operator } from '../operator.js';
import { cleanLines, cleanValue } from '../render/clean.js';
import { findRuns, openRuns } from '../runs/find.js';
import { useServer } from '../temporal/server.js';

/** More open runs than this server is asked for: then nothing is known of those beyond. */
const mostRuns = 10_000;

export async function cleanUp(io: Io, flags: CleanFlags): Promise<void> {
  const operator = await loadOperator(io);
  const { config } = operator;
  const rules = rulesOf(flags, config.clean, Date.now());
  const open = await runsInProgress(operator);
  if (open.kind === 'unknown') {
    io.say(
      `${open.why}, so only that goes of which it is certain that nobody needs it. With a server more can be told: pawl up`,
    );
  }
  const { clean, planCleaning } = await import('../../local/housekeeping.js');
  io.live('looking at what lies there …');
  const plan = await planCleaning(config, open, rules);
  io.live(flags.dryRun === true ? null : 'removing …');
  const done = flags.dryRun === true ? null : await clean(config, open, plan);
  io.live(null);
  if (flags.json === true) return io.json(cleanValue(plan, done));
  for (const line of cleanLines(plan, done, config.home)) io.data(line);
  if (done !== null && done.stuck.length > 0) {
    throw new CliError(7, `These could not be removed (immutable, or mounted?): ${done.stuck.slice(0, 10).join(', ')}`);
  }
}

/** @throws {CliError} 2 for a duration or a size that is none @internal exported for its test */
export function rulesOf(flags: CleanFlags, settings: CleanSettings, nowMs: number): CleanRules {
  const { olderThan, diskBudget } = flags;
  const age = olderThan === undefined ? null : parseDuration(olderThan);
  if (olderThan !== undefined && (age === null || age < 3_600_000)) {
    throw new CliError(
      2,
      `--older-than takes ${durationRule.expected}, at least 1h, got "${olderThan}"; for example: --older-than 7d`,
    );
  }
  const size = diskBudget === undefined ? settings.diskBudgetBytes : parseSize(diskBudget);
  if (diskBudget !== undefined && size === null) {
    throw new CliError(
      2,
      `--disk-budget takes ${sizeRule.expected}, got "${diskBudget}"; for example: --disk-budget ${sizeRule.example}`,
    );
  }
  return { ages: age === null ? settings.ages : sameForAll(age), diskBudgetBytes: size, nowMs };
}

function sameForAll(age: number): CleanRules['ages'] {
  const { enum: kinds } = StoredKind;
  return {
    [kinds.draft]: age,
    [kinds.workspace]: age,
    [kinds.log]: age,
    [kinds.store]: age,
    [kinds['review-copy']]: age,
    [kinds.attempt]: age,
    [kinds.mirror]: age,
  };
}

async function runsInProgress(operator: Operator): Promise<OpenRuns> {
  try {
    return await useServer(operator, async (server) => {
      const rows = await findRuns(server, openRuns, mostRuns);
      if (rows.length === mostRuns) return { kind: 'unknown', why: `more than ${mostRuns} runs are in progress` };
      const keys = rows.flatMap(({ runId, firstRunId }) => (firstRunId === null ? [runId] : [runId, firstRunId]));
      const sinceMs = rows.length === 0 ? null : Math.min(...rows.map(({ startedAtMs }) => startedAtMs));
      return { kind: 'known', keys, sinceMs };
    });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { kind: 'unknown', why: (error.message.split('\n', 1)[0] ?? 'no server answers').replace(/\.$/, '') };
  }
}
