import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { greenLeaf, redLeaf } from '../support/rule.js';
import { greenDo, redDo } from '../support/story.js';
import type { Ground, WatchedRun } from './support/fault.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

type Op = Readonly<Record<string, unknown>>;
const red = redDo(1) ?? [];
const green = greenDo(1) ?? [];
const mib = 1_048_576;
/** Of one stream: what the pump keeps of it, and its end. */
const mostKept = 16 * mib + 64 * 1024;

/** Named like nothing else, so that it is found in the process table by its name. */
const ticks = (id: string): string => `ticks-${process.pid}-${id}`;
const daemon = (id: string, kind: string): Op => ({ daemon: { touchEveryMs: 50, path: ticks(id), kind } });

async function isDead(name: string): Promise<Readonly<Record<string, boolean>>> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return { 'what the leaf left behind is dead': !stdout.includes(name) };
}

/** The largest log of any leaf of the run. */
async function largestLog({ rig }: Ground, { told }: WatchedRun): Promise<number> {
  const leaves = join(rig.home, 'runs', (await told.status()).firstRunId, 'leaves');
  const names = (await readdir(leaves, { recursive: true })).filter((name) => /(^|\/)(out|err)$/.test(name));
  return Math.max(...(await Promise.all(names.map(async (name) => (await stat(join(leaves, name))).size))));
}

/** Resident memory of the worker in bytes: `VmRSS` now, `VmHWM` at its most. */
async function memoryOf({ rig }: Ground, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${rig.worker.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) * 1024;
}

let atRest = 0;
const flood = [{ sayBytes: 150_000_000 }];
const noise = Buffer.from([...Array.from({ length: 4_096 }, () => 0), 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xff, 0xfe, 0xc3]);
const sayNoise = { sayRaw: noise.toString('base64'), on: 'err' };
const title = { sayRaw: Buffer.from('\x1b]0;owned\x07', 'latin1').toString('base64'), on: 'err' };

playFaults('what a leaf leaves behind, and how much it says', 'bubblewrap', [
  storyFault({
    id: 'F25',
    title: 'a daemon in a session of its own, deaf to TERM, holds the output: the run goes on, the daemon is dead',
    expected: 'done',
    story: { leaves: [greenLeaf(1, ...green, daemon('session', 'session'))] },
    says: ['develop-green starts', /^develop-green: done/, /^GREEN: PASS/],
    holds: () => isDead(ticks('session')),
  }),
  storyFault({
    id: 'F26',
    title: 'forked twice, environment cleared, descriptors closed: dead with its PID namespace',
    expected: 'done',
    story: { leaves: [redLeaf(1, ...red, daemon('double', 'double-fork'))] },
    says: [/^develop-red: done/, /^RED: FAIL \(expected\)/],
    holds: () => isDead(ticks('double')),
  }),
  storyFault({
    id: 'F27',
    title: '150 MB on standard output: capped, and not through the worker’s memory',
    expected: 'done',
    story: async (ground) => {
      // From here on the kernel counts the most memory anew.
      await writeFile(`/proc/${ground.rig.worker.pid}/clear_refs`, '5');
      atRest = await memoryOf(ground, 'VmRSS');
      return { leaves: [greenLeaf(1, ...green, ...flood)] };
    },
    says: [/^develop-green: done/, /^GREEN: PASS/],
    holds: async (run, ground) => ({
      'the log holds more than 8 MiB and no more than is kept': await largestLog(ground, run).then(
        (bytes) => bytes > 8 * mib && bytes <= mostKept,
      ),
      'the worker took at most 100 MiB more': (await memoryOf(ground, 'VmHWM')) - atRest <= 100 * mib,
    }),
  }),
  storyFault({
    id: 'F28',
    title: 'one line without an end on standard error: NULs, escapes, bytes that are no text, then 60 MB more',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, ...red, ...Array.from({ length: 40 }, () => sayNoise), title, { sayBytes: 60_000_000, on: 'err' }),
      ],
    },
    says: [/^develop-red: done/, /^RED: FAIL \(expected\)/],
    never: [/[\0\x1b\x07]/],
    holds: async (run, ground) => {
      const { text } = await historyText(run);
      return {
        'the log is capped': (await largestLog(ground, run)) <= mostKept,
        'no escape reached the history': !/\\u001b|\\u0000/.test(text),
      };
    },
  }),
  storyFault({
    id: 'F41',
    title: 'a leaf writes outside of its workspace: refused by the mounts, the run goes on',
    expected: 'done',
    story: ({ rig }) => ({
      leaves: [
        redLeaf(1, ...red, { writeOutside: join(rig.home, 'planted') }),
        greenLeaf(1, ...green, { writeOutside: join(rig.folder, 'planted') }, { writeOutside: '/etc/pawl-was-here' }),
      ],
    }),
    says: [/^develop-red: done/, /^develop-green: done/],
    holds: async (_run, { rig }) => ({
      'nothing is planted': !(await isAnyThere([
        join(rig.home, 'planted'),
        join(rig.folder, 'planted'),
        '/etc/pawl-was-here',
      ])),
    }),
  }),
]);

async function isAnyThere(paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** As bytes of JSON: an escape in a payload stands there as `\u001b`. */
async function historyText({ told }: WatchedRun): Promise<{ readonly text: string }> {
  const { events } = await told.handle.fetchHistory();
  const text = JSON.stringify(events, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  return { text };
}
