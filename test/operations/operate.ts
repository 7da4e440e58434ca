import { expect } from '@jest/globals';
import type { StatusView } from '../../src/contract/views.js';
import { until, type Ended, type Rig, type Told } from '../support/rig.js';
import { rowOf, wordsOf } from './doc-table.js';

/** As `told.reach`, with the patience of tests that have several workers and servers beside each other. */
export async function reached(
  told: Told,
  where: (status: StatusView, lines: readonly string[]) => boolean,
): Promise<void> {
  const linesOf = async (): Promise<readonly string[]> => (await told.events()).map(({ line }) => line);
  await until(
    async () => where(await told.status(), await linesOf()),
    300_000,
    async () => (await linesOf()).join('\n'),
  );
}

type Fill = Readonly<Record<string, string>>;

/** Runs a command of the page as a person would type it. */
export function typed(rigged: Rig, command: string, fill: Fill): Promise<Ended> {
  const [program = '', ...args] = wordsOf(command, fill);
  if (program === 'pawl') return rigged.pawl(args);
  if (program === 'temporal') return rigged.temporal(args);
  throw new Error(`the page names a program that this test does not know: ${command}`);
}

/** Asks the page's query until it finds the run. */
export async function found(rigged: Rig, kind: string, fill: Fill): Promise<string> {
  const { find } = rowOf(kind);
  // A person's patience is shortened: the page's own bound would be minutes.
  const query = find.replace(/--after \S+/, '--after 1s');
  let seen: Ended = { code: 0, stdout: '', stderr: '' };
  await until(
    async () => {
      seen = await typed(rigged, query, fill);
      if (seen.stdout.includes(fill['run'] ?? '-')) return true;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return false;
    },
    240_000,
    () => `${query}: ${seen.stdout}${seen.stderr}`,
  );
  return seen.stdout;
}

/** Types what the page says frees such a run. */
export async function freed(rigged: Rig, kind: string, fill: Fill): Promise<void> {
  for (const command of rowOf(kind).free) {
    if (command === 'pawl worker') {
      rigged.worker = await rigged.startWorker();
      continue;
    }
    const detached = /^pawl resume (?!.*--answer)/.test(command) ? `${command} --detach` : command;
    const { code, stdout, stderr } = await typed(rigged, detached, fill);
    expect([command, code, stdout + stderr]).toEqual([command, 0, expect.anything()]);
  }
}
