import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProcessJail } from '../../../src/adapters/jails/process.js';
import { createPrograms } from '../../../src/adapters/process/programs.js';
import type { ProgramResult, ProgramSpec } from '../../../src/ports/program.js';
import { removal } from '../../support/removal.js';

let folder: string;
/** Spares of the files that ran before in this same process: each stays for a while. */
let earlier: readonly number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawl-pool-'));
  earlier = await spares();
});
afterAll(() => rm(folder, removal));

const programs = createPrograms({ jail: createProcessJail(), nodePath: process.execPath, pawlHome: '/pool-test' });

async function run(id: string, argv: readonly string[]): Promise<ProgramResult> {
  const logFolder = await mkdtemp(join(folder, 'logs-'));
  const spec: ProgramSpec = {
    id,
    argv,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: '',
    logFolder,
    walls: { writable: [], readable: [], hidden: [], network: true },
    limits: { wallMs: 20_000, idleMs: null, watched: [], graceMs: 500 },
  };
  return programs.run(spec, { signal: new AbortController().signal, onBeat: () => undefined });
}

/** Guards that wait for a program of this file's own. */
async function spares(): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || earlier.includes(Number(name))) continue;
    const environ = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    if (/GUARD\w*=spare/.test(environ) && stat.split(' ')[3] === String(process.pid)) found.push(Number(name));
  }
  return found;
}

/** The spare is made beside the program: it may come up a little later than that ends. */
async function aSpare(): Promise<number> {
  for (let round = 0; round < 600; round += 1) {
    const [spare] = await spares();
    if (spare !== undefined) return spare;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('no spare guard came up');
}

describe('the spare guard', () => {
  test('the next program is run by the guard that stood ready, and each has its own output and status', async () => {
    expect((await run('pool/1', ['sh', '-c', 'echo one; sleep 0.4'])).out.tail).toBe('one\n');
    const ready = await aSpare();
    const second = await run('pool/2', ['sh', '-c', 'echo two; sleep 0.4; exit 3']);
    expect(second).toMatchObject({ end: 'exited', exitCode: 3 });
    expect(second.out.tail).toBe('two\n');
    // It guarded the second program, and goes with it; had another guard done that, it would stand here still.
    for (let round = 0; round < 200 && (await spares()).includes(ready); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(await spares()).not.toContain(ready);
  });

  test('a spare that was killed is noticed: the program runs behind another guard', async () => {
    await run('pool/3', ['sleep', '0.4']);
    process.kill(await aSpare(), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await run('pool/4', ['echo', 'still'])).out.tail).toBe('still\n');
  });
});
