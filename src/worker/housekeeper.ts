import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { Config } from '../config.js';
import { memoFields } from '../contract/memo.js';
import { runWorkflowType } from '../contract/queues.js';
import type { OpenRuns } from '../domain/run/housekeeping.js';
import { showSize } from '../domain/settings/byte-size.js';
import { clean, planCleaning } from '../local/housekeeping.js';

const dayMs = 24 * 3_600_000;

/** A worker's first minute belongs to its runs. */
const firstMs = 60_000;

interface Keeper {
  readonly connection: NativeConnection;
  readonly config: Pick<Config, 'home' | 'path' | 'temporal' | 'clean'>;
  readonly say: (line: string) => void;
}

/**
 * Cleans shortly after the start and then once a day, as `pawl clean` does. Never fails the worker: what goes wrong is said.
 * @returns ends it
 */
export function keepHouse(keeper: Keeper): () => void {
  if (!keeper.config.clean.daily) return () => undefined;
  let timer = setTimeout(work, firstMs);
  timer.unref();
  function work(): void {
    void cleanOnce(keeper).catch((error: unknown) => keeper.say(`housekeeping: ${String(error)}`));
    timer = setTimeout(work, dayMs);
    timer.unref();
  }
  return () => clearTimeout(timer);
}

async function cleanOnce({ connection, config, say }: Keeper): Promise<void> {
  const { ages, diskBudgetBytes } = config.clean;
  const open = await runsInProgress(connection, config.temporal.namespace);
  const plan = await planCleaning(config, open, { ages, diskBudgetBytes, nowMs: Date.now() });
  const { removed, stuck } = await clean(config, open, plan);
  const bytes = removed.reduce((sum, { thing }) => sum + thing.bytes, 0);
  if (removed.length > 0) say(`housekeeping: removed ${removed.length} things, ${showSize(bytes)}`);
  if (stuck.length > 0) say(`housekeeping: could not remove ${stuck.slice(0, 5).join(', ')}`);
  if (plan.overBytes > 0) {
    say(
      `housekeeping: Pawl's home is ${showSize(plan.overBytes)} above its disk budget; what is there: pawl clean --dry-run`,
    );
  }
}

async function runsInProgress(connection: NativeConnection, namespace: string): Promise<OpenRuns> {
  const client = new Client({ connection, namespace });
  const keys: string[] = [];
  let sinceMs: number | null = null;
  const query = `WorkflowType = "${runWorkflowType}" AND ExecutionStatus = "Running"`;
  for await (const { runId, memo, startTime } of client.workflow.list({ query })) {
    const first = memo?.[memoFields.run];
    keys.push(runId, ...(typeof first === 'string' ? [first] : []));
    sinceMs = Math.min(sinceMs ?? Infinity, startTime.getTime());
  }
  return { kind: 'known', keys, sinceMs };
}
