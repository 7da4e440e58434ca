import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OddReport, Op } from '../../../domain/leaf/scenario-ops.js';
import { startDaemon } from './daemons.js';
import { findNeedle } from './find-needle.js';
import { misbehave } from './misdeeds.js';
import { say, sayBytes } from './say.js';

/** What the operations of one leaf share. */
export interface LeafStage {
  readonly prompt: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the leaf may have something of its own, searched before the rest of the disk. */
  readonly folders: readonly string[];
  /** Prints the result record now; what follows is behaviour after it (R02). */
  report(): void;
  reportOddly(how: OddReport): Promise<void>;
  /** Places where a phrase was found that should not be readable. */
  found(places: readonly string[]): void;
}

const chatterMs = 50;
const searchMs = 6_000;

/** @throws when the scenario asks for what can't be done, such as replacing a text that is not there. */
export async function carryOut(op: Op, stage: LeafStage): Promise<void> {
  if (editFiles(op) || misbehave(op, stage.environment['HOME']) || speak(op) || work(op, stage)) return;
  if ('sleepMs' in op) await sleep(op.sleepMs);
  else if ('reportOddly' in op) await stage.reportOddly(op.reportOddly);
  else if ('daemon' in op) await startDaemon(op.daemon);
  else if ('hang' in op) await forever();
  else if ('hangIgnoringTerm' in op) await hangIgnoringTerm();
  else if ('chatter' in op) await chatter();
}

function speak(op: Op): boolean {
  if ('say' in op) say(`${op.say}\n`);
  else if ('sayBytes' in op) sayBytes(op.sayBytes, op.on === 'err' ? 2 : 1);
  else if ('sayRaw' in op) say(Buffer.from(op.sayRaw, 'base64'), op.on === 'err' ? 2 : 1);
  else return false;
  return true;
}

function work(op: Op, stage: LeafStage): boolean {
  if ('report' in op) stage.report();
  else if ('git' in op) runGit(op.git);
  else if ('runTests' in op) runTests(stage.environment['PAWL_TEST_CMD']);
  else if ('find' in op) find(op.find, op.forMs ?? searchMs, stage);
  else return false;
  return true;
}

function editFiles(op: Op): boolean {
  if ('write' in op) writeFileSync(prepared(op.write), textOf(op));
  else if ('append' in op) appendFileSync(prepared(op.append), textOf(op));
  else if ('replace' in op) replace(op);
  else if ('delete' in op) rmSync(op.delete, { recursive: true });
  else if ('chmod' in op) chmodSync(op.chmod, Number.parseInt(op.mode, 8));
  else if ('symlink' in op) symlinkSync(op.to, prepared(op.symlink));
  else if ('fifo' in op) spawnSync('mkfifo', [prepared(op.fifo)], { stdio: 'inherit' });
  else return false;
  return true;
}

function prepared(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

function textOf(op: { readonly text?: string | undefined; readonly lines?: readonly string[] | undefined }): string {
  return op.text ?? (op.lines ?? []).map((line) => `${line}\n`).join('');
}

function replace({
  replace: path,
  from,
  to,
}: {
  readonly replace: string;
  readonly from: string;
  readonly to: string;
}): void {
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from)) throw new Error(`the text to replace is not in ${path}: ${JSON.stringify(from)}`);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
}

function forever(): Promise<never> {
  // A timer holds the process; without one Node would see that nothing can happen any more and exit.
  setInterval(() => undefined, 60_000);
  return new Promise(() => undefined);
}

function hangIgnoringTerm(): Promise<never> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  return forever();
}

async function chatter(): Promise<never> {
  for (;;) {
    say('still at it\n');
    await sleep(chatterMs);
  }
}

function runGit(args: readonly string[]): void {
  const identity = ['-c', 'user.name=A scripted leaf', '-c', 'user.email=leaf@localhost'];
  const { status } = spawnSync('git', [...identity, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  say(`git ended with code ${status ?? 'none'}\n`);
}

function runTests(command: string | undefined): void {
  if (command === undefined) {
    say('there is no test command for this leaf\n');
    return;
  }
  const { status } = spawnSync('/bin/sh', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'] });
  say(`the test command ended with code ${status ?? 'none'}\n`);
}

function find(needle: string, maxMs: number, stage: LeafStage): void {
  const places = [
    ...(stage.prompt.includes(needle) ? ['the prompt'] : []),
    ...findNeedle(needle, { environment: stage.environment, folders: stage.folders }, maxMs),
  ];
  for (const place of places) say(`found in ${place}\n`);
  if (places.length === 0) say('found nowhere\n');
  stage.found(places);
}
