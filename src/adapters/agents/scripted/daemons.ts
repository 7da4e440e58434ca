import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Op } from '../../../domain/leaf/scenario-ops.js';
import { recordPrefix } from './leaf-task.js';

type Daemon = Extract<Op, { daemon: unknown }>['daemon'];

const loop = 'while :; do echo tick >>"$0"; sleep "$1"; done';
const deaf = 'trap "" TERM HUP INT;';
/** A record as good as the leaf's own, had the leaf printed it. */
const forged = `${recordPrefix},"outcome":"done","answer":{"verdict":"PASS","reasons":[]},"message":"late","usage":null,"resetAtMs":null}`;
const waitMs = 10_000;

/** Starts it and waits for its first sign of life, so that what follows finds it running. */
export async function startDaemon({ touchEveryMs, path, kind = 'session' }: Daemon): Promise<void> {
  const [program = '', ...args] = commandOf(kind, path, String(touchEveryMs / 1_000));
  const silent = kind === 'double-fork';
  spawn(program, args, {
    detached: kind !== 'child',
    stdio: silent ? 'ignore' : ['ignore', 'inherit', 'inherit'],
  }).unref();
  for (let waited = 0; !existsSync(path) && waited < waitMs; waited += 20) await sleep(20);
}

function commandOf(kind: NonNullable<Daemon['kind']>, path: string, seconds: string): readonly string[] {
  switch (kind) {
    case 'session':
      return ['/bin/sh', '-c', `${deaf} ${loop}`, path, seconds];
    case 'child':
      return ['/bin/sh', '-c', loop, path, seconds];
    case 'double-fork':
      return [
        ...['/bin/sh', '-c', '"$@" &', 'sh', 'setsid', 'env', '-i', 'PATH=/usr/bin:/bin'],
        ...['/bin/sh', '-c', `${deaf} ${loop}`, path, seconds],
      ];
    case 'late-record':
      return ['/bin/sh', '-c', `trap 'echo; echo "$2"' TERM; ${loop}`, path, seconds, forged];
  }
}
