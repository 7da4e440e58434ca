import type { Config } from '../../config.js';
import { Gear } from '../../domain/steering/gear.js';
import { gearAll } from '../fleet/gear-all.js';
import { CliError, type Io } from '../io.js';
import { gearText } from '../render/steering.js';
import { shiftEntry } from '../runs/steered-by.js';
import { latestExecution } from '../runs/find.js';
import type { SpecHere } from '../runs/spec.js';
import { runsHere, theRun } from '../runs/which.js';
import { shiftLimits } from '../start/shift-limits.js';
import { askStatus } from '../temporal/queries.js';
import { readSenders, senderOf } from '../temporal/senders.js';
import type { Message } from '../temporal/send.js';
import { onServer } from '../temporal/server.js';
import { shiftSpecGear, showSpecGear } from './spec-gear.js';
import { tell } from './tell.js';

export interface GearFlags {
  readonly because?: string;
  readonly scope?: string;
  readonly for?: string;
  readonly all?: boolean;
  readonly repo?: string;
  readonly json?: boolean;
}

export async function gearCommand(io: Io, words: readonly (string | undefined)[], flags: GearFlags): Promise<void> {
  const { run, gear } = readWords(words);
  const json = flags.json === true;
  const because = (flags.because?.trim() ?? '').slice(0, 1_000);
  if (flags.all === true) return everywhere(io, { run, gear }, flags, because);
  if (flags.repo !== undefined) {
    throw new CliError(2, `--repo chooses among all runs: pawl gear review-before --all --repo ${flags.repo}`);
  }
  if (gear === null) {
    mustStandAlone(flags);
    return onRunOrSpec(io, run, {
      onRun: (spec) => showGear(io, spec?.workflowId ?? run, json),
      onSpec: (_config, spec) => showSpecGear(io, spec, json),
    });
  }
  if (gear === 'review-after' && because === '') {
    throw new CliError(2, 'A shift to review-after needs a reason: pawl gear review-after --because "…"');
  }
  const limits = shiftLimits(flags);
  const message: Message = { ...{ name: 'shiftGear', gear }, ...(because === '' ? {} : { because }), ...limits };
  await onRunOrSpec(io, run, {
    onRun: (spec) => tell(io, spec?.workflowId ?? run, json, { message }),
    onSpec: (config, spec) => shiftSpecGear(io, config, spec, { gear, because, ...limits, json }),
  });
}

interface RunOrSpec {
  readonly onRun: (spec: SpecHere | null) => Promise<void>;
  readonly onSpec: (config: Config, spec: SpecHere) => Promise<void> | void;
}

/**
 * A spec without an open run has its gear in its file, which the next run reads (R-000-64, R-000-38). Without a word the one
 * open run is meant, as everywhere; where none is open, the spec that `.current-spec` names (R-000-10).
 */
async function onRunOrSpec(io: Io, typed: string | null, { onRun, onSpec }: RunOrSpec): Promise<void> {
  const { loadConfig } = await import('../../config.js');
  const config = loadConfig();
  const { currentSpecHere, typedSpec } = await import('../runs/spec.js');
  const spec = await (typed === null
    ? currentSpecHere(config, process.cwd())
    : typedSpec(config, typed, process.cwd()));
  if (spec === null) return onRun(null);
  const isOpen = await hasOpenRun(io, typed === null ? null : spec.workflowId);
  if (isOpen === null)
    io.say('No server answers, so no run was asked; a run reads the gear file when its next step begins.');
  return isOpen === true ? onRun(typed === null ? null : spec) : onSpec(config, spec);
}

/** Null: no server answers. @param workflowId null for any run of this checkout */
async function hasOpenRun(io: Io, workflowId: string | null): Promise<boolean | null> {
  try {
    return await onServer(io, async (server) => {
      if (workflowId !== null) return (await latestExecution(server, workflowId))?.open === true;
      const here = await runsHere(server, process.cwd());
      return here.kind === 'one' || here.rows.length > 0;
    });
  } catch (error) {
    if (error instanceof CliError && error.exitCode === 6) return null;
    throw error;
  }
}

async function everywhere(
  io: Io,
  { run, gear }: ReturnType<typeof readWords>,
  flags: GearFlags,
  because: string,
): Promise<void> {
  if (run !== null) {
    throw new CliError(
      2,
      `Expected one of <run> and --all, got both. The one: pawl gear ${run} ${gear ?? 'review-before'}`,
    );
  }
  if (flags.scope !== undefined || flags.for !== undefined) {
    throw new CliError(2, '--scope and --for are for one run: after them more would be reviewed anyway.');
  }
  return gearAll(io, { gear, because, repo: flags.repo ?? null, json: flags.json === true });
}

function mustStandAlone({ because, scope, for: time }: GearFlags): void {
  const given = [
    ...(because === undefined ? [] : [`--because "${because}"`]),
    ...(scope === undefined ? [] : [`--scope "${scope}"`]),
    ...(time === undefined ? [] : [`--for ${time}`]),
  ];
  if (given.length === 0) return;
  const flag = given[0]?.split(' ', 1)[0] ?? '';
  throw new CliError(2, `${flag} belongs to a gear; for example: pawl gear review-after ${given.join(' ')}`);
}

/** A first word that is a gear is the gear (design 2). @internal exported for its test */
export function readWords(words: readonly (string | undefined)[]): {
  readonly run: string | null;
  readonly gear: Gear | null;
} {
  const [first, second] = words;
  const leading = Gear.safeParse(first);
  if (leading.success) {
    if (second === undefined) return { run: null, gear: leading.data };
    throw new CliError(2, `The run stands before the gear: pawl gear ${second} ${leading.data}`);
  }
  if (second === undefined) {
    // A run is a workflow id, a number or a path; a bare word is more likely a gear that does not exist.
    if (first !== undefined && /^[a-z_]+(?:-[a-z_]+)*$/i.test(first)) throw new CliError(2, noGear(first, '<run>'));
    return { run: first ?? null, gear: null };
  }
  const gear = Gear.safeParse(second);
  if (!gear.success) {
    throw new CliError(2, noGear(second, first ?? '<run>'));
  }
  return { run: first ?? null, gear: gear.data };
}

function noGear(word: string, run: string): string {
  const expected = `expected ${Gear.options.join(' or ')}`;
  return `"${word}" is no gear; ${expected}. For example: pawl gear ${run} review-before`;
}

async function showGear(io: Io, typed: string | null, json: boolean): Promise<void> {
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    const status = await askStatus(server, row.workflowId);
    if (status.kind === 'silent')
      throw new CliError(6, `${row.workflowId} gave no answer: ${status.why}. Is a worker up? pawl worker`);
    const entry = shiftEntry(status.value);
    const senders = await readSenders(server, row, entry === null ? [] : [entry]);
    const sender = entry === null ? null : senderOf(entry, senders);
    const { gear, shift, workflowId } = status.value;
    if (json) return io.json({ workflowId, ...gear, shift: shift === null ? null : { ...shift, sender } });
    io.data(gearText(status.value, sender, Date.now()).join('\n'));
  });
}
