import type { CleanPlan, Removal, StoredKind } from '../../domain/run/housekeeping.js';
import { showSize } from '../../domain/settings/byte-size.js';

/** What was done with a plan; null for a dry run. */
interface Done {
  readonly removed: readonly Removal[];
  readonly stuck: readonly string[];
}

const names: Readonly<Record<StoredKind, string>> = {
  draft: 'left half-made',
  workspace: 'workspace',
  log: 'logs of a run',
  store: 'dependencies',
  'review-copy': 'review copy',
  attempt: 'attempts of a run',
  mirror: 'repository of an origin that is gone',
};

/** One line a thing, then the sum. */
export function cleanLines(plan: CleanPlan, done: Done | null, home: string): readonly string[] {
  const shown = done === null ? plan.remove : done.removed;
  const verb = done === null ? 'would remove' : 'removed';
  return [
    ...shown.map((one) => `${verb} ${line(one, home)}`),
    ...plan.kept.map((one) => `kept ${line(one, home)}`),
    `${verb} ${shown.length === 0 ? 'nothing' : `${things(shown.length)}, ${showSize(bytesOf(shown))}`}; all of it takes ${showSize(plan.totalBytes)}`,
    ...(plan.overBytes === 0
      ? []
      : [
          `still ${showSize(plan.overBytes)} above the disk budget: what is left is needed, or is nobody else's to remove`,
        ]),
  ];
}

export function cleanValue(plan: CleanPlan, done: Done | null): unknown {
  const shown = done === null ? plan.remove : done.removed;
  return {
    dryRun: done === null,
    removed: shown.map(value),
    kept: plan.kept.map(value),
    bytes: bytesOf(shown),
    totalBytes: plan.totalBytes,
    overBytes: plan.overBytes,
    stuck: done?.stuck ?? [],
  };
}

function value({ thing, why }: Removal): unknown {
  const { kind, id, run, bytes, usedAtMs } = thing;
  return { kind, id, run, bytes, usedAt: new Date(usedAtMs).toISOString(), why };
}

function line({ thing, why }: Removal, home: string): string {
  const place = thing.id.startsWith(`${home}/`) ? thing.id.slice(home.length + 1) : thing.id;
  const size = thing.kind === 'attempt' ? '' : ` ${showSize(thing.bytes)}`;
  return `${names[thing.kind]}${size}: ${place} (${why})`;
}

function bytesOf(list: readonly Removal[]): number {
  return list.reduce((sum, { thing }) => sum + thing.bytes, 0);
}

function things(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}
