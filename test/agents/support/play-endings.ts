import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildScripts, type BuiltScripts } from '../../adapters/process/support/built-scripts.js';
import { aliveWith, until, type Rig } from '../../adapters/process/support/rig.js';
import { skipNote, type Cli } from './clis.js';
import { endings, type Ending } from './endings.js';
import { playScene, type LeafRun, type LeafWish } from './leaf.js';
import { noteSeen } from './seen.js';
import { wrapper } from './wrapper.js';

let built: BuiltScripts;
const rigs: Rig[] = [];
let serial = 0;

function play(cli: Cli, ending: Ending): Promise<LeafRun> {
  const { wrapped } = ending;
  const path =
    wrapped === undefined
      ? {}
      : { path: wrapper(join(built.folder, `wrapped-${(serial += 1)}`), cli, askFirst(wrapped)) };
  return playScene(built.guardPath, rigs, cli, () => ending.turns, {
    ...ending.wish,
    ...(ending.act === undefined ? {} : { meanwhile: acting(ending.act), limits: { wallMs: 150_000, graceMs: 500 } }),
    settings: { ...ending.settings?.[cli.name], ...path },
    env: {
      ...(ending.allowance === undefined ? {} : cli.allowanceEnv),
      ...(ending.keyless === true ? { [cli.keyVariable]: '' } : {}),
    },
  });
}

/** Once the model's command runs. */
function acting(act: NonNullable<Ending['act']>): NonNullable<LeafWish['meanwhile']> {
  return async ({ work, beats }, abort) => {
    await until('the command runs', () => existsSync(join(work, 'began')) && beats.length > 0, 120_000);
    const [beat] = beats;
    if (act === 'cancel') abort.abort();
    else if (beat !== undefined) process.kill(beat.pid, `SIG${act}`);
  };
}

/** claude is asked for its version when a leaf starts; that is no leaf. */
function askFirst(body: string): string {
  return `case "$1" in --version|--help) exec "$real" "$1";; esac\n${body}`;
}

/** The table for one CLI, in a test file of its own so that two run side by side. */
export function playEndings(cli: Cli): void {
  beforeAll(async () => {
    built = await buildScripts();
  });
  afterAll(() => built.remove());
  afterEach(() => {
    for (const rig of rigs.splice(0)) rig.remove();
  });

  describe(`R03: how a leaf of the real ${cli.name} ends`, () => {
    const mine = endings.filter(({ ends }) => ends[cli.name] !== null);
    const cliTest = cli.program === null ? test.skip : test;

    cliTest.each(mine)(`$what${skipNote(cli)}`, async (ending) => {
      const { conclusion, result, rig } = await play(cli, ending);
      noteSeen(ending.what, cli.name, conclusion, result);
      const { outcome } = conclusion;
      expect([ending.ends[cli.name], ending.or?.[cli.name]]).toContain(outcome);
      expect(conclusion).toMatchObject({ resetAtMs: ending.allowance?.[cli.name] ?? null });
      expect(conclusion.answer === null).toBe(outcome !== 'done');
      expect(conclusion.message).toMatch(/./);
      expect(conclusion.message).not.toMatch(/\n|test-key/);
      // What it wrote before it ended is judged all the same, so it is still there.
      if (ending.turns.some((turn) => 'shell' in turn && turn.shell === 'touch half'))
        expect(existsSync(join(rig.work, 'half'))).toBe(true);
      expect(aliveWith(rig.id)).toEqual([]);
    });
  });
}
