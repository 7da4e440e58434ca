import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Seen } from './fault.js';

const run = promisify(execFile);

const lookEveryMs = 250;

export interface Watch {
  end(): Promise<Seen>;
}

/** Looks at the process table, again and again: two leaves with one working folder are one too many (I6). */
export function watchLeaves(home: string): Watch {
  const crowded = new Set<string>();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(async () => {
      for (const pair of crowdedIn(await leavesIn(home))) crowded.add(pair);
    });
  }, lookEveryMs);
  // A fault that could not be played to its end must not keep the process.
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await looking;
      return { crowded: [...crowded] };
    },
  };
}

interface Leaf {
  readonly id: string;
  readonly work: string;
}

/** Leaves below this home: by environment and working folder, whatever Pawl says of them. */
async function leavesIn(home: string): Promise<readonly Leaf[]> {
  const found: Leaf[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // First what is cheap, and true of few: this looks at every process of the machine, four times a second.
    const work = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!work.startsWith(home)) continue;
    const environ = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    const id = environ.split('\0').find((entry) => entry.startsWith('LEAF_ID='));
    if (id !== undefined) found.push({ id, work });
  }
  return found;
}

export function crowdedIn(leaves: readonly Leaf[]): readonly string[] {
  const byFolder = new Map<string, Set<string>>();
  for (const { id, work } of leaves) byFolder.set(work, (byFolder.get(work) ?? new Set()).add(id));
  return [...byFolder].filter(([, ids]) => ids.size > 1).map(([work, ids]) => `${[...ids].join(' and ')} in ${work}`);
}

/** What Pawl may add to a checkout (design 5); everything else stays byte for byte. */
const own = new Set(['.tdd', '.current-gear', 'RALPH_STOP', '.git']);

/** Digest of a checkout's files with their modes, of its index and of where HEAD points (I11). */
export async function checkoutDigest(origin: string): Promise<string> {
  const hash = createHash('sha256');
  const { gitDir, bare } = await gitDirOf(origin);
  // Names are bytes: as latin1 each of them stays what it is.
  for (const path of bare ? [] : (await filesIn(origin, '')).sort()) {
    const place = Buffer.from(join(origin, path), 'latin1');
    const { mode } = await lstat(place);
    hash.update(`${path}\0${mode}\0`).update(await readFile(place));
  }
  for (const name of ['HEAD', 'index']) hash.update(await readFile(join(gitDir, name)).catch(() => 'none'));
  return hash.digest('hex');
}

/** A bare repository has no checkout; a linked work tree has a git directory of its own, beside the common one. */
export async function gitDirOf(origin: string): Promise<{ gitDir: string; commonDir: string; bare: boolean }> {
  const asked = ['--path-format=absolute', '--git-dir', '--git-common-dir', '--is-bare-repository'];
  const [gitDir = '', commonDir = '', bare] = (await run('git', ['-C', origin, 'rev-parse', ...asked])).stdout.split(
    '\n',
  );
  return { gitDir, commonDir, bare: bare === 'true' };
}

async function filesIn(top: string, below: string): Promise<string[]> {
  const folder = Buffer.from(join(top, below), 'latin1');
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'latin1' });
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !own.has(name))
      .map(async (entry) => {
        const path = join(below, entry.name);
        if (entry.isDirectory()) return filesIn(top, path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return lists.flat();
}
