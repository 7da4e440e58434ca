import { stderr } from 'node:process';

// stdout belongs to the data of whatever runs next (`npm run demo -- --json`).

/** @param {string} text */
export function say(text) {
  stderr.write(`${text}\n`);
}

/** Ends the script: what is missing and how to mend it, without a stack. */
export class SetUpError extends Error {
  name = 'SetUpError';
}

const betweenLinesMs = 15_000;
const betweenFramesMs = 200;

/**
 * Runs a long step: a line with the seconds on a terminal, else one line now and then.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function step(what, act) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1_000);
  const terminal = stderr.isTTY === true;
  if (!terminal) say(`${what} …`);
  const draw = terminal ? () => stderr.write(`\r\u001b[2K${what} … ${seconds()} s`) : () => say(`  … ${seconds()} s`);
  const timer = setInterval(draw, terminal ? betweenFramesMs : betweenLinesMs);
  let end = 'failed';
  try {
    const result = await act();
    end = 'done';
    return result;
  } finally {
    clearInterval(timer);
    if (terminal) stderr.write('\r\u001b[2K');
    say(`${what}: ${end} after ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  }
}

/**
 * Runs the script's main function; a failure that was foreseen is told in its own words.
 * @param {() => Promise<number | void>} main what it returns is the exit code
 */
export async function run(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(error instanceof SetUpError ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
