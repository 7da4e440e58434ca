import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, reasonOf } from '../../domain/thrown.js';
import { readPawlJson } from '../../texts/pawl-json.js';
import { fine, trouble, type Check } from './check.js';

export interface ConfigFileLook {
  readonly path: string;
  /** Permission bits; null when there is no such file. */
  readonly mode: number | null;
  readonly holdsKey: boolean;
  /** Why the configuration, this file or a variable, can't be used. */
  readonly problem: string | null;
}

/** Null when there is no such file. */
export async function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => found.mode,
    () => null,
  );
}

export function judgeConfigFile({ path, mode, holdsKey, problem }: ConfigFileLook): Check {
  if (problem !== null) return trouble('config.json', 'fail', problem, 'mend what is named there');
  if (mode === null) return fine('config.json', `none (${path}): the defaults hold`);
  const shut = `chmod 600 ${path}`;
  // It names programs that are started as its owner.
  if ((mode & 0o022) !== 0) return trouble('config.json', 'warn', `others may change ${path}`, shut);
  if (holdsKey && (mode & 0o077) !== 0) {
    return trouble('config.json', 'warn', `${path} holds an API key and others can read it`, shut);
  }
  return fine('config.json', path);
}

/** The text of pawl.json in the work tree, as far as it can be read; null without one. */
export async function pawlJsonIn(
  folder: string,
): Promise<{ readonly text: string | null; readonly problem: string | null }> {
  try {
    return { text: await readFile(join(folder, 'pawl.json'), 'utf8'), problem: null };
  } catch (error) {
    return { text: null, problem: hasCode(error, 'ENOENT') ? null : reasonOf(error) };
  }
}

export function judgePawlJson(text: string | null, problem: string | null): Check {
  const mend = 'mend the file and commit it: a run reads it from its base commit';
  if (problem !== null) return trouble('pawl.json', 'fail', `it can't be read (${problem})`, mend);
  if (text === null) return fine('pawl.json', 'none: the defaults hold');
  const reading = readPawlJson(text);
  if (reading.kind === 'problem') return trouble('pawl.json', 'fail', reading.message, mend);
  const { test, maxFiles, leafTimeoutMs, idleTimeoutMs } = reading.rules;
  const limits = [maxFiles, leafTimeoutMs, idleTimeoutMs].some((limit) => limit !== null);
  return fine('pawl.json', `read${test === null ? '' : `; test: ${test}`}${limits ? '; it tightens limits' : ''}`);
}
