import { join } from 'node:path';
import { execa } from 'execa';
import { stripControls } from '../domain/sanitise.js';

export interface CliEnd {
  readonly ok: boolean;
  readonly stdout: string;
  /** The command's own words when it failed. */
  readonly problem: string;
}

/** Calls `temporal operator …` of one server. Never rejects. */
export type TemporalCli = (...args: readonly string[]) => Promise<CliEnd>;

export interface CliTarget {
  readonly binary: string;
  readonly env: Readonly<Record<string, string>>;
  readonly address: string;
  readonly namespace: string;
  /** Any folder of ours. */
  readonly folder: string;
}

/** The person's own client settings (profiles, TLS, keys) are meant for other servers: they are all left out. */
export function temporalCli(target: CliTarget, limitMs: number): TemporalCli {
  const alone = ['--disable-config-file', '--disable-config-env', '--env-file', join(target.folder, 'no-such-file')];
  const where = ['--address', target.address, '--namespace', target.namespace, '--color', 'never'];
  return async (...args) => {
    const end = await execa(target.binary, ['operator', ...args, ...alone, ...where], {
      env: target.env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: limitMs,
    });
    const words = stripControls(end.stderr).trim().slice(0, 1_000);
    return { ok: !end.failed, stdout: end.stdout, problem: words === '' ? (end.shortMessage ?? '') : words };
  };
}
