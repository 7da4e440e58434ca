import { mkdirSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openControl } from './guard-control.js';
import type { GuardStatus } from './guard-protocol.js';
import { supervise } from './supervise.js';

/**
 * The guard: a process of its own between a worker and one program. It pumps the program's output to files,
 * ends its whole tree when asked or when the worker is gone, even by kill -9 (C-28, R05, F2), and leaves
 * `status.json` as its last deed. A guard that dies without one is a fact too (R-002-40).
 */
const control = openControl(process.stdin);
const spec = await control.spec;
if (spec === null) process.exit(0);

let programPid: number | null = null;
process.on('uncaughtException', (error) => {
  if (programPid !== null) killGroup(programPid);
  // For the worker, should the disk be full and no status possible.
  writeSync(2, `the guard failed: ${error.message}\n`);
  process.exit(1);
});

const status = await supervise(spec, control, (pid) => {
  programPid = pid;
});
writeStatus(spec.logFolder, status);
process.exit(0);

/** By rename, so that a reader sees all of it or nothing. A program may have removed the folder. */
function writeStatus(folder: string, last: GuardStatus): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'status.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(last)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No such group any more.
  }
}
