import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { parseLedger } from '../../src/texts/ledger.js';
import { leafPids, replays, type Told } from '../support/rig.js';

const run = promisify(execFile);

export const branch = 'tdd/docs--issue';
export const ledgerPath = '.tdd/docs--issue.md';

/** Task trailers of a commit as git itself reads them. */
async function tasksOf(message: string): Promise<readonly string[]> {
  const child = run('git', ['interpret-trailers', '--parse']);
  child.child.stdin?.end(`${message}\n`);
  const { stdout } = await child;
  return stdout.split('\n').filter((line) => line.startsWith('Task:'));
}

interface Commit {
  readonly subject: string;
  readonly tasks: readonly string[];
}

async function commitsOf(told: Pick<Told, 'git'>): Promise<readonly Commit[]> {
  const shas = (await told.git('rev-list', '--reverse', `main..${branch}`)).split('\n');
  return Promise.all(
    shas.map(async (sha) => {
      const message = await told.git('log', '-1', '--format=%B', sha);
      return { subject: message.split('\n')[0] ?? '', tasks: await tasksOf(message) };
    }),
  );
}

/**
 * What must hold from outside when a run is done, whatever happened to its worker or its server meanwhile
 * (faults.md section 4: I1, I2, I5, I9, I11).
 */
export async function expectWhole(told: Told, steps: number): Promise<void> {
  const commits = await commitsOf(told);
  const [plan, ...rest] = commits;
  expect(plan).toMatchObject({ subject: 'docs: plan: More numbers', tasks: [] });
  for (const commit of rest) expect(commit).toMatchObject({ tasks: [expect.stringMatching(/^Task: \d+$/)] });
  const features = rest.filter((commit) => commit.subject.startsWith('feat:'));
  const ids = Array.from({ length: steps }, (_, index) => String(index + 1));
  expect(features.map((commit) => commit.tasks[0])).toEqual(ids.map((id) => `Task: ${id}`));
  const ledger = parseLedger(await told.git('show', `${branch}:${ledgerPath}`));
  expect(ledger.steps.map((step) => [step.id, step.done, step.refactorPending])).toEqual(
    ids.map((id) => [id, true, false]),
  );
  await told.git('fsck', '--full', '--strict');
  expect(await told.git('status', '--porcelain')).toBe('');
  expect(await leafPids((await told.status()).firstRunId)).toEqual([]);
  await replays(told);
}
