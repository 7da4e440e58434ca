import { spawn } from 'node:child_process';

const kept = 64_000;

/**
 * Runs a program to its end and keeps the last of what it said.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number | null, output: string, missing: boolean }>} `missing`: there is no such program
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (/** @type {Buffer} */ bytes) => (output = (output + bytes.toString('utf8')).slice(-kept));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: null, output: error.message, missing: error.code === 'ENOENT' }));
    child.once('close', (code) => resolve({ code, output: output.trim(), missing: false }));
  });
}

/**
 * Runs a program on this terminal; it gets the signals that end this script and decides what they mean.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code, 128 and more when a signal ended it
 */
export function takeOver(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    // Ctrl-C reaches the whole foreground group by itself; this script only has to outlive the child.
    const interrupted = () => undefined;
    const terminated = () => child.kill('SIGTERM');
    process.on('SIGINT', interrupted).on('SIGTERM', terminated).on('SIGHUP', terminated);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', interrupted).off('SIGTERM', terminated).off('SIGHUP', terminated);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}
