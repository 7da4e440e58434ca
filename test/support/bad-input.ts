import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { originName } from '../../src/cli/runs/origin.js';
import type { StatusView } from '../../src/contract/views.js';
import { renderWorkflowId } from '../../src/domain/run/names.js';
import { layOrigin, leafPids, until, type Ended, type Rig } from './rig.js';
import { storyFiles, storyIssue, storyScenario } from './story.js';

/** What a refusal has to say: each of the three is looked for in what the person reads. */
export interface Refusal {
  readonly code: 1 | 2 | 6;
  readonly wrong: string | RegExp;
  readonly expected: string | RegExp;
  readonly example: string | RegExp;
}

export interface Place {
  readonly origin: string;
  /** The id that `pawl run docs/issue.md` gives there. */
  readonly id: string;
  /** Path of the scenario of a well-behaved run. */
  readonly scenario: string;
  /** `pawl` in this checkout. */
  pawl(...args: readonly string[]): Promise<Ended>;
  /** `pawl run docs/issue.md` with that scenario. */
  run(...flags: readonly string[]): Promise<Ended>;
}

/** A place that a story could be told in, but for `files`; `committed: false` leaves it without a commit. */
export async function place(
  rigged: Rig,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  committed = true,
): Promise<Place> {
  const origin = join(rigged.folder, name);
  const scenario = join(rigged.folder, `${name}.json`);
  await writeFile(scenario, storyScenario(1));
  for (const [path, bytes] of Object.entries({ ...storyFiles, 'docs/issue.md': storyIssue(1), ...files })) {
    await mkdir(dirname(join(origin, path)), { recursive: true });
    await writeFile(join(origin, path), bytes);
  }
  if (committed) await layOrigin(origin, {});
  const pawl = (...args: readonly string[]): Promise<Ended> => rigged.pawl(args, { cwd: origin });
  return {
    origin,
    id: renderWorkflowId(originName({ path: origin, remoteSlug: null }), { kind: 'file', slug: 'docs--issue' }),
    scenario,
    pawl,
    run: (...flags) => pawl('run', 'docs/issue.md', '--agent', 'scripted', '--scenario', scenario, ...flags),
  };
}

/** Starts a gated run there and waits until it stands at its gate. */
export async function atGate(rigged: Rig, { id, run }: Pick<Place, 'id' | 'run'>): Promise<StatusView> {
  const started = await run('--detach');
  expect(started).toMatchObject({ code: 0 });
  const status = (): Promise<StatusView> => rigged.client.workflow.getHandle(id).query<StatusView>('status');
  await until(
    async () => (await status()).state === 'gate',
    45_000,
    async () => JSON.stringify(await status()),
  );
  return status();
}

/** Each file below the folder with its kind, mode and bytes, git's own included: branches, index, exclude. */
export async function picture(folder: string): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string> = {};
  for (const path of (await readdir(folder, { recursive: true })).toSorted()) {
    const facts = await lstat(join(folder, path));
    const bytes = facts.isSymbolicLink()
      ? await readlink(join(folder, path))
      : facts.isFile()
        ? await readFile(join(folder, path))
        : '';
    seen[path] = `${facts.mode.toString(8)} ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  return seen;
}

/** Does it, and sees to it that it was refused as it should be and changed nothing in the checkout. */
export async function refused(folder: string, refusal: Refusal, act: () => Promise<Ended>): Promise<string> {
  const before = await picture(folder);
  const { code, stdout, stderr } = await act();
  const said = `${stdout}${stderr}`;
  expect({ code, said }).toMatchObject({ code: refusal.code });
  for (const part of [refusal.wrong, refusal.expected, refusal.example]) expect(said).toMatch(part);
  // Wrong use and a missing server have nothing to say to a program.
  if (refusal.code !== 1) expect(stdout).toBe('');
  expect(said).not.toMatch(/not foreseen|\n\s+at .*:\d+:\d+/);
  expect(await picture(folder)).toEqual(before);
  return said;
}

/** For a refusal before anything began: the server has never heard of the run. */
export async function neverStarted(rigged: Rig, id: string): Promise<void> {
  await expect(rigged.client.workflow.getHandle(id).describe()).rejects.toBeInstanceOf(WorkflowNotFoundError);
}

/** For a bail: the run is closed under this cause, no leaf of it lives and its working folders are gone. */
export async function bailedCleanly(rigged: Rig, id: string, cause: string): Promise<void> {
  const handle = rigged.client.workflow.getHandle(id);
  const { status, runId } = await handle.describe();
  expect(status.name).toBe('FAILED');
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: cause } });
  expect(await leafPids(runId)).toEqual([]);
  const work = await readdir(join(rigged.home, 'runs', runId, 'work')).catch(() => []);
  expect(work).toEqual([]);
}
