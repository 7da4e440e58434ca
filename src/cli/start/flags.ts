import { readFile } from 'node:fs/promises';
import type { Config } from '../../config.js';
import type { RunInput, RunOptionsWish } from '../../contract/run-input.js';
import { mostRejects } from '../../domain/run/budgets.js';
import { Discipline, Isolation } from '../../domain/run/discipline.js';
import { Driver, RunKind } from '../../domain/run/phase.js';
import { durationRule, parseDuration } from '../../domain/steering/duration.js';
import { CliError } from '../io.js';
import { budgetFlags, budgetOptions, type BudgetFlags } from './budget-flags.js';
import { checkedResults } from './next-options.js';
import type { OriginFlags } from './remote-source.js';
import { shiftLimits } from './shift-limits.js';

/** Flags of `pawl run` as commander hands them over: all text, nothing checked. */
export interface RunFlags extends BudgetFlags, OriginFlags {
  readonly agent?: string;
  readonly scenario?: string;
  readonly base?: string;
  readonly testCommand?: string;
  readonly issue?: string;
  readonly maxFiles?: string;
  readonly allowDirty?: boolean;
  readonly allowKnownFailures?: boolean;
  readonly again?: boolean;
  readonly detach?: boolean;
  readonly reviewAfter?: boolean;
  readonly reviewBefore?: boolean;
  readonly because?: string;
  readonly scope?: string;
  readonly for?: string;
  readonly waitForAnswer?: string;
  readonly downshiftAfterRejects?: string;
  readonly planOnly?: boolean;
  readonly driver?: string;
  readonly tasks?: string;
  readonly turns?: string;
  readonly kind?: string;
  readonly discipline?: string;
  readonly domainReview?: boolean;
  readonly isolation?: string;
  readonly results?: string;
  readonly leafTimeout?: string;
  readonly idleTimeout?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** Flags that only mean something to a run that starts now, as they were typed. */
export function startFlags(flags: RunFlags): readonly string[] {
  const valued: readonly (readonly [string, string | undefined])[] = [
    ['--agent', flags.agent],
    ['--scenario', flags.scenario],
    ['--base', flags.base],
    ['--test-command', flags.testCommand],
    ['--max-files', flags.maxFiles],
    ['--results', flags.results],
    ['--because', flags.because],
    ['--scope', flags.scope],
    ['--for', flags.for],
    ['--wait-for-answer', flags.waitForAnswer],
    ['--downshift-after-rejects', flags.downshiftAfterRejects],
    ['--leaf-timeout', flags.leafTimeout],
    ['--idle-timeout', flags.idleTimeout],
    ['--driver', flags.driver],
    ['--tasks', flags.tasks],
    ['--turns', flags.turns],
    ['--kind', flags.kind],
    ['--discipline', flags.discipline],
    ['--isolation', flags.isolation],
    ...budgetFlags(flags),
  ];
  const bare: readonly (readonly [string, boolean | undefined])[] = [
    ['--allow-dirty', flags.allowDirty],
    ['--allow-known-failures', flags.allowKnownFailures],
    ['--review-after', flags.reviewAfter],
    ['--review-before', flags.reviewBefore],
    ['--plan-only', flags.planOnly],
    ['--domain-review', flags.domainReview],
    ['--no-domain-review', flags.domainReview === false],
  ];
  return [...valued.filter(([, value]) => value !== undefined), ...bare.filter(([, value]) => value === true)].map(
    ([name]) => name,
  );
}

/** The same for a run that is open: nothing is started anew beside it. */
export function flagsForOpen(flags: RunFlags): readonly string[] {
  return flags.again === true ? [...startFlags(flags), '--again'] : startFlags(flags);
}

/** The gear asked for at the start. @throws {CliError} 2 for a shift to review-after without a reason (R-000-32). */
export function startGear(flags: RunFlags): Omit<NonNullable<RunInput['gear']>, 'by'> | null {
  const because = (flags.because?.trim() ?? '').slice(0, 1_000);
  const { scope = null, for: time } = shiftLimits(flags);
  const limits = { scope, forMs: time === undefined ? null : parseDuration(time) };
  if (flags.reviewAfter === true && flags.reviewBefore === true) {
    throw new CliError(2, 'Expected one of --review-before and --review-after, got both.');
  }
  if (flags.reviewAfter === true) {
    if (because === '') {
      throw new CliError(
        2,
        'A run in review-after needs a reason: pawl run … --review-after --because "small, well known area"',
      );
    }
    return { gear: 'review-after', because, ...limits };
  }
  if (flags.reviewBefore === true) return { gear: 'review-before', because, ...limits };
  for (const [flag, value] of [
    ['--because', flags.because],
    ['--scope', flags.scope],
    ['--for', flags.for],
  ] as const) {
    if (value !== undefined) throw new CliError(2, `${flag} belongs to --review-after or --review-before.`);
  }
  return null;
}

/** What of the operator's configuration a run is started with. */
export type StartConfig = Pick<Config, 'agent' | 'waitForAnswerMs' | 'usageLimitCapMs'> &
  Partial<Pick<Config, 'downshiftAfterRejects' | 'rules' | 'budgets' | 'budgetCapMs'>>;

/** @throws {CliError} 2 with an example when a value is not what the flag takes. */
export async function runOptions(flags: RunFlags, config: StartConfig, isSpec = false): Promise<RunOptionsWish> {
  const agent = flags.agent ?? (flags.scenario === undefined ? config.agent : 'scripted');
  return {
    agent,
    scenario: await scenarioText(flags, agent),
    base: filled('--base', flags.base, '--base main'),
    testCommand: filled('--test-command', flags.testCommand, '--test-command "node --test"'),
    testResults: flags.results === undefined ? null : checkedResults(flags.results),
    maxFiles: count('--max-files', flags.maxFiles, '--max-files 8'),
    allowDirty: flags.allowDirty === true,
    allowKnownFailures: flags.allowKnownFailures === true,
    ...sourceOptions(flags, isSpec),
    ...disciplineOptions(flags, config),
    downshiftAfterRejects: rejectLimit(flags.downshiftAfterRejects) ?? config.downshiftAfterRejects ?? null,
    leafTimeoutMs: seconds('--leaf-timeout', flags.leafTimeout, '--leaf-timeout 900'),
    idleTimeoutMs: seconds('--idle-timeout', flags.idleTimeout, '--idle-timeout 300'),
    waitForAnswerMs: waitForAnswer(flags.waitForAnswer) ?? config.waitForAnswerMs,
    // The contract takes no zero: one millisecond is over before a wait could begin.
    usageLimitCapMs: Math.max(1, config.usageLimitCapMs),
    ...budgetOptions(flags, config),
  };
}

/** How a source is driven, and the shape of its commits (C-3, C-19). @throws {CliError} 2 for what only a spec has */
function sourceOptions(
  { driver, tasks, turns, kind, reviewBefore }: RunFlags,
  isSpec: boolean,
): Pick<RunOptionsWish, 'commits' | 'driver' | 'bounds' | 'kind'> {
  for (const [flag, value] of [
    ['--driver', driver],
    ['--tasks', tasks],
    ['--turns', turns],
  ] as const) {
    if (value === undefined || isSpec) continue;
    throw new CliError(
      2,
      `${flag} is for a spec's task list; for example: pawl run specs/0007-export ${flag} ${value}`,
    );
  }
  if (driver === 'ralph' && reviewBefore === true) {
    throw new CliError(
      2,
      'The driver "ralph" is review-after by itself; with --review-before it would end at once: use --driver implement.',
    );
  }
  return {
    commits: isSpec ? 'two-commit' : 'atomic',
    driver: driver === undefined ? 'implement' : oneOf('--driver', Driver.options, driver),
    bounds: { tasks: count('--tasks', tasks, '--tasks 3'), turns: count('--turns', turns, '--turns 5') },
    kind: kind === undefined ? 'feature' : oneOf('--kind', RunKind.options, kind),
  };
}

/** What neither flag nor config.json says is left to the discipline, and that to pawl.json. @throws {CliError} 2 */
function disciplineOptions(
  { discipline, domainReview, isolation }: RunFlags,
  { rules }: StartConfig,
): Pick<RunOptionsWish, 'discipline' | 'domainReview' | 'isolation'> {
  const typed = {
    discipline: discipline === undefined ? null : oneOf('--discipline', Discipline.options, discipline),
    isolation: isolation === undefined ? null : oneOf('--isolation', Isolation.options, isolation),
  };
  return {
    discipline: typed.discipline ?? rules?.discipline ?? null,
    domainReview: domainReview ?? rules?.domainReview ?? null,
    isolation: typed.isolation ?? rules?.isolation ?? null,
  };
}

function oneOf<T extends string>(flag: string, options: readonly T[], typed: string): T {
  const found = options.find((option) => option === typed);
  if (found !== undefined) return found;
  const last = options.at(-1) ?? '';
  throw new CliError(2, `${flag} takes ${options.join(' or ')}, got "${typed}"; for example: ${flag} ${last}`);
}

/** @throws {CliError} 2 beyond the number of rejects that end a run anyway */
function rejectLimit(typed: string | undefined): number | null {
  const flag = '--downshift-after-rejects';
  const limit = count(flag, typed, `${flag} 2`);
  if (limit === null || limit <= mostRejects) return limit;
  throw new CliError(
    2,
    `${flag} takes at most ${mostRejects}: more rejects in a row end the run; got "${typed ?? ''}"`,
  );
}

function waitForAnswer(typed: string | undefined): number | null {
  const ms = typed === undefined ? null : parseDuration(typed);
  if (typed === undefined || ms !== null) return ms;
  const { expected, example } = durationRule;
  throw new CliError(
    2,
    `--wait-for-answer takes ${expected}, got "${typed}"; for example: --wait-for-answer ${example}`,
  );
}

export function issueNumber(flags: RunFlags): number | null {
  return count('--issue', flags.issue?.replace(/^#/, ''), '--issue 42');
}

async function scenarioText(flags: RunFlags, agent: string): Promise<string | null> {
  if (agent !== 'scripted') {
    if (flags.scenario === undefined) return null;
    throw new CliError(2, `--scenario is for the agent "scripted", not for "${agent}".`);
  }
  if (flags.scenario === undefined) return null;
  return readFile(flags.scenario, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError(2, `The scenario ${flags.scenario ?? ''} can't be read (${error.code ?? error.message}).`);
  });
}

function filled(flag: string, value: string | undefined, example: string): string | null {
  if (value === undefined) return null;
  if (value.trim() === '') throw new CliError(2, `${flag} got nothing; for example: ${example}`);
  return value;
}

function count(flag: string, value: string | undefined, example: string): number | null {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new CliError(2, `${flag} takes a whole number from 1 up, got "${value}"; for example: ${example}`);
  }
  return Number(value);
}

/** Seconds as typed, milliseconds as used; at most a day. */
function seconds(flag: string, value: string | undefined, example: string): number | null {
  if (value === undefined) return null;
  const ms = Math.round(Number(value) * 1_000);
  if (!/^\d+(?:\.\d+)?$/.test(value) || ms < 1 || ms > 86_400_000) {
    throw new CliError(2, `${flag} takes seconds, at most a day, got "${value}"; for example: ${example}`);
  }
  return ms;
}
