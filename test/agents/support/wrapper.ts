import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cli } from './clis.js';

/**
 * A program of the operator's own around the real CLI, in a folder of its own that a jail would hide: `body` is its shell
 * code, in which `$real` is the real one. Native programs lie beside it, to be readable in a jail as it is.
 */
export function wrapper(folder: string, { name, program }: Cli, body: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const path = join(bin, name);
  const real =
    name === 'claude' || name === 'codex' ? shared(nativeOf(name, program ?? ''), join(bin, 'real')) : program;
  writeFileSync(path, `#!/bin/sh\nreal='${real}'\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** What the package's script starts, from the package of this platform beside it. */
function nativeOf(name: string, program: string): string {
  const path = realpathSync(program);
  if (name === 'claude') return path;
  const scope = dirname(dirname(dirname(path)));
  const files = readdirSync(scope, { recursive: true, encoding: 'utf8' });
  return join(scope, files.find((file) => /^codex-[^/]+\/vendor\/[^/]+\/bin\/codex$/.test(file)) ?? 'no native part');
}

/** 400 MB: a second name for the same file where both lie on one disk. */
function shared(from: string, to: string): string {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
  return to;
}
