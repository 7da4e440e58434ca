import { spawn } from 'node:child_process';
import { holdInterrupts } from './hold-interrupts.js';

export type Edited = { readonly kind: 'closed' } | { readonly kind: 'failed'; readonly why: string };

/** Opens the files in the editor on this terminal and waits until it ends. Never throws. */
export async function openEditor(
  [program, ...args]: readonly [string, ...string[]],
  files: readonly string[],
  cwd: string,
): Promise<Edited> {
  const release = holdInterrupts();
  try {
    return await ended(program, [...args, ...files], cwd);
  } finally {
    release();
  }
}

function ended(program: string, args: readonly string[], cwd: string): Promise<Edited> {
  return new Promise((resolve) => {
    const fail = (why: string): void => resolve({ kind: 'failed', why });
    try {
      // Data may go to a pipe on stdout; the terminal is known to be on stderr.
      const child = spawn(program, args, { cwd, stdio: ['inherit', 2, 2] });
      child.once('error', (error) => fail(`"${program}" can't be started: ${error.message}`));
      child.once('exit', (code, signal) => {
        if (code === 0) resolve({ kind: 'closed' });
        else fail(signal === null ? `it ended with exit code ${String(code)}` : `it was ended by ${signal}`);
      });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  });
}
