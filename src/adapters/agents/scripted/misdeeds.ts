import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Op } from '../../../domain/leaf/scenario-ops.js';
import { say } from './say.js';

const mebibyte = 1_048_576;
const held: Buffer[] = [];

/** What no leaf should do, and some do. False for an operation that is none of these. */
export function misbehave(op: Op, home: string | undefined): boolean {
  if ('exit' in op) process.exit(op.exit);
  else if ('crash' in op) process.kill(process.pid, 'SIGSEGV');
  else if ('signal' in op) process.kill(op.to === 'parent' ? process.ppid : process.pid, op.signal);
  else if ('closeOutput' in op) [1, 2].forEach(closeSync);
  else if ('removeHome' in op) removeFolder(home ?? '');
  else if ('removeWorkspace' in op) removeFolder(process.cwd());
  else if ('writeOutside' in op) writeOutside(op.writeOutside);
  else if ('forkBomb' in op) forkBomb(op.forkBomb);
  else if ('memoryMb' in op) fillMemory(op.memoryMb);
  else return oddFiles(op);
  return true;
}

function oddFiles(op: Op): boolean {
  if ('socket' in op) createServer().listen(op.socket).unref();
  else if ('sparse' in op) sparse(op.sparse, op.bytes);
  else if ('manyFiles' in op) manyFiles(op.manyFiles, op.under);
  else if ('deepPath' in op) deepPath(op.deepPath);
  else return false;
  return true;
}

/** All that is in it, then the folder: a jail mounts the leaf's own folders, and a mount stays. */
function removeFolder(path: string): void {
  try {
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    rmSync(path, { recursive: true });
  } catch (error) {
    say(`could not remove ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function writeOutside(path: string): void {
  try {
    writeFileSync(path, 'A scripted leaf wrote this.\n');
    say(`wrote ${path}\n`);
  } catch (error) {
    say(`could not write ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** All at once and left behind, for 20 s at most; a shell that may not fork any more says so and ends. */
function forkBomb(count: number): void {
  const script = 'i=0; while [ $i -lt "$0" ]; do sleep 20 & i=$((i+1)); done';
  const { status } = spawnSync('/bin/sh', ['-c', script, String(count)], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Each page is written to, or it would not be there. */
function fillMemory(mebibytes: number): void {
  for (let count = 0; count < mebibytes; count += 16) held.push(Buffer.alloc(16 * mebibyte, 1));
}

function sparse(path: string, bytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

function manyFiles(count: number, under: string): void {
  mkdirSync(under, { recursive: true });
  for (let index = 0; index < count; index += 1) writeFileSync(join(under, String(index)), '');
}

/** Deeper than a path can be written down: step by step. */
function deepPath(levels: number): void {
  const name = 'deep'.repeat(50);
  const top = process.cwd();
  for (let level = 0; level < levels; level += 1) {
    mkdirSync(name);
    process.chdir(name);
  }
  writeFileSync('bottom', '');
  process.chdir(top);
}
