import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { Jail, RigWish } from '../../support/rig.js';
import type { Fault, Ground } from './fault.js';
import { makeGround, type MadeGround } from './ground.js';
import { judge, type Finding } from './oracle.js';

/** One line of the result of `npm run faults`. */
export interface Line {
  readonly id: string;
  readonly title: string;
  readonly expected: string;
  readonly outcome: string;
  readonly held: boolean;
  readonly seconds: number;
  /** What the oracle looked at; the words of one that does not hold. */
  readonly invariants: readonly string[];
  readonly broken: readonly string[];
  readonly skipped: string | null;
}

/** Registers each fault as a test of its own: played on one ground, then judged from outside. */
export function playFaults(name: string, jail: Jail, faults: readonly Fault[], wish: Partial<RigWish> = {}): void {
  describe(name, () => {
    let ground: MadeGround;
    beforeAll(async () => void (ground = await makeGround(jail, wish)), 120_000);
    afterAll(() => ground.close());

    test.each(faults.map((fault) => [`${fault.id}: ${fault.title}`, fault] as const))(
      '%s',
      async (_, fault) => {
        const line = await playOne(ground, fault);
        record(line);
        if (line.skipped !== null) return console.info(line.skipped);
        if (!line.held)
          throw new Error(`${line.id} ended ${line.outcome}, expected ${line.expected}\n${line.broken.join('\n')}`);
      },
      // Only how long a failure takes; one that is given up would go on beside the next.
      1_200_000,
    );
  });
}

async function playOne(ground: Ground, fault: Fault): Promise<Line> {
  const { id, title, expected } = fault;
  const started = performance.now();
  const skipped = (await fault.missing?.()) ?? null;
  const empty = { id, title, expected, outcome: '-', held: false, seconds: 0, invariants: [], broken: [], skipped };
  if (skipped !== null) return empty;
  try {
    const played = await fault.play(ground);
    const findings: Finding[] = [];
    for (const run of played.runs) findings.push(...(await judge(ground, run)));
    const unmet = (played.checks ?? []).filter(({ holds }) => !holds).map(({ what }) => what);
    const broken = [...findings.flatMap(({ id: which, faults }) => faults.map((why) => `${which}: ${why}`)), ...unmet];
    return {
      ...{ id, title, expected, outcome: played.outcome, skipped, broken },
      held: played.outcome === expected && broken.length === 0,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      invariants: [...new Set(findings.filter(({ looked }) => looked).map(({ id: which }) => which))],
    };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...empty, seconds: Math.round((performance.now() - started) / 100) / 10, broken: [why] };
  } finally {
    await ground.crash.release();
  }
}

function record(line: Line): void {
  const file = process.env['PAWL_FAULTS_RESULTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
