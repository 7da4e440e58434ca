import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { rig, tell, until, type Rig, type RigWorker, type Told } from '../support/rig.js';
import { found, freed, reached } from './operate.js';

jest.setTimeout(900_000);

/** R-002-56: workers as versions of a deployment, on the real server. */
let rigged: Rig;
let workerB: RigWorker | undefined;
beforeAll(async () => void (rigged = await rig({ jail: 'process', config: deployed('A') })));
afterAll(async () => {
  await workerB?.end('SIGTERM');
  await rigged.close();
});

function deployed(build: string): Readonly<Record<string, unknown>> {
  return { jail: 'process', leafSlots: 4, temporal: { deployment: { openRuns: 'keep', build } } };
}

async function makeCurrent(build: string): Promise<void> {
  const words = ['worker', 'deployment', 'set-current-version', '--deployment-name', 'pawl', '--yes'];
  // The server learns of a version with its worker's first poll.
  await until(async () => (await rigged.temporal([...words, '--build-id', build])).code === 0, 60_000);
}

async function versionOf(told: Told): Promise<unknown> {
  const { raw } = await told.handle.describe();
  const info = (raw as { workflowExecutionInfo?: { versioningInfo?: unknown } }).workflowExecutionInfo?.versioningInfo;
  return JSON.parse(JSON.stringify(info)) as unknown;
}

const isAt = (build: string) =>
  expect.objectContaining({ deploymentVersion: expect.objectContaining({ buildId: build }) });

test('not-taken-up: without a current version nobody works; then a run keeps the version it started under while another is current', async () => {
  const told = await tell(rigged, { steps: 1, gear: null });
  expect(await found(rigged, 'not-taken-up', { run: told.id })).toContain('no worker took it up');
  await freed(rigged, 'not-taken-up', { run: told.id, build: 'A' });
  await reached(told, ({ state }) => state === 'gate');

  await writeFile(join(rigged.home, 'config.json'), JSON.stringify(deployed('B')));
  workerB = await rigged.startWorker();
  await makeCurrent('B');
  const newer = await tell(rigged, { steps: 1 });
  expect(await newer.result()).toMatchObject({ outcome: 'done' });
  expect(await versionOf(newer)).toEqual(isAt('B'));

  await told.signal('approve', { test: (await told.status()).gate?.testHash ?? '' });
  expect(await told.result()).toMatchObject({ outcome: 'done' });
  expect(await versionOf(told)).toEqual(isAt('A'));
  // Its leaves and commits, too: worker A alone worked on it.
  const { events } = await told.handle.fetchHistory();
  const versions = (events ?? []).flatMap((event) => {
    const stamp = event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId;
    return stamp === undefined || stamp === null ? [] : [stamp];
  });
  expect(new Set(versions)).toEqual(new Set(['A']));
});

test('R-002-55: the run names the Pawl it started under, in status, report and events', async () => {
  const told = await tell(rigged, { steps: 1, planOnly: true });
  const { report } = await told.result();
  expect(report.versions).toEqual([
    { version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/), sinceMs: expect.any(Number), step: '-' },
  ]);
  const [seen] = report.versions;
  expect((await told.events()).map(({ line }) => line)).toContain(`Pawl ${seen?.version ?? ''}`);
  expect((await told.handle.describe()).memo).toMatchObject({ pawlVersion: seen?.version });
  expect((await rigged.pawl(['report', told.id])).stdout).toContain(`pawl       ${seen?.version ?? ''}`);
});
