import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { branchOf, type Branch } from '../support/branch.js';
import { damageOf } from '../support/counts.js';
import { makeGround, type MadeGround } from '../support/ground.js';
import { executionsOf } from '../support/history.js';
import { judge } from '../support/oracle.js';
import { reconnect } from './afresh.js';
import { harass } from './harass.js';
import { jobsOf, type Job } from './jobs.js';
import { visitsOf } from './visits.js';

/** `npm run faults:sweep` sets these; see scripts/faults-sweep.mjs. */
const seeds = Number(process.env['PAWL_SWEEP_SEEDS'] ?? '3');
const lanes = Number(process.env['PAWL_SWEEP_LANES'] ?? '2');
const results = process.env['PAWL_SWEEP_RESULTS'];
const steps = 2;

const grounds: MadeGround[] = [];
beforeAll(async () => {
  grounds.push(...(await Promise.all(Array.from({ length: lanes }, () => makeGround('process')))));
}, 300_000);
afterAll(() => Promise.all(grounds.map((ground) => ground.close())), 60_000);

/** A line of the results; a sweep that was cut off goes on after those that are there. */
interface Swept {
  readonly key: string;
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly outcome: string;
  readonly points: readonly string[];
  readonly broken: readonly string[];
}

function sweptBefore(): readonly Swept[] {
  if (results === undefined || !existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Swept);
}

async function sweepOne(ground: MadeGround, undisturbed: Branch, job: Job): Promise<Swept> {
  const run = await ground.tell({ steps, stepsDone: steps });
  const points: string[] = [];
  const killed = (point: string): void => {
    points.push(point);
    process.stdout.write(`${job.key}: killed at ${point}\n`);
  };
  try {
    for (const [point, after] of job.points) await ground.crash.arm(point, after);
    await harass(ground, run, job, killed);
    await ground.crash.release();
    const over = await reconnect(ground, run);
    const outcome = await over.outcome();
    const findings = await judge(ground, over);
    const broken = findings.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`));
    const damage = damageOf(await branchOf(ground, over), undisturbed);
    return { key: job.key, kills: points.length, ...damage, outcome, points, broken };
  } catch (error) {
    // One run that can't be judged must not end a sweep of an hour.
    await ground.crash.release();
    const { told } = await reconnect(ground, run);
    await told.handle.terminate('the sweep could not judge it').catch(() => undefined);
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { key: job.key, kills: points.length, lost: 0, doubled: 0, outcome: '-', points, broken: [why] };
  }
}

function isWhole({ outcome, broken, lost, doubled }: Swept): boolean {
  return outcome === 'done' && broken.length === 0 && lost + doubled === 0;
}

test(
  `F1–F10, F14, F16: ${seeds} seeds of kills at every crash point: each run ends as an undisturbed one`,
  async () => {
    const [first] = grounds;
    if (first === undefined) throw new Error('a sweep needs a lane');
    const run = await first.tell({ steps, stepsDone: steps });
    expect(await run.outcome()).toBe('done');
    await run.seen();
    const undisturbed = await branchOf(first, run);
    if (undisturbed === null) throw new Error('an undisturbed run has a branch');
    const done = new Set(sweptBefore().map(({ key }) => key));
    const visits = visitsOf(await executionsOf(first, run.told.id));
    const jobs = jobsOf(visits, seeds)
      .filter(({ key }) => !done.has(key))
      [Symbol.iterator]();

    const bad: Swept[] = [];
    const work = async (ground: MadeGround): Promise<void> => {
      for (const job of jobs) {
        const swept = await sweepOne(ground, undisturbed, job);
        if (!isWhole(swept)) bad.push(swept);
        if (results !== undefined) appendFileSync(results, `${JSON.stringify(swept)}\n`);
        const { key, kills, outcome, lost, doubled, broken } = swept;
        process.stdout.write(
          [`${key}: ${outcome}, ${kills} kills, ${lost} lost, ${doubled} doubled`, ...broken, ''].join('\n'),
        );
      }
    };
    await Promise.all(grounds.map(work));
    expect(bad).toEqual([]);
  },
  4 * 3_600_000,
);
