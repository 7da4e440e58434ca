import { CliError, type Io } from '../io.js';
import type { Look } from './watch.js';

const patienceWithServerMs = 5 * 60_000;

/** Says each trouble once, says when it is over, and gives up when the server stays away. */
export class Troubles {
  readonly #io: Io;
  #said: string | null = null;
  #serverGoneSinceMs: number | null = null;

  constructor(io: Io) {
    this.#io = io;
  }

  /** @throws {CliError} 6 when the server has not answered for five minutes. */
  say(trouble: Look['trouble'], nowMs: number): void {
    if (trouble?.kind !== 'server') this.#serverGoneSinceMs = null;
    else this.#serverGoneSinceMs ??= nowMs;
    if (
      trouble !== null &&
      this.#serverGoneSinceMs !== null &&
      nowMs - this.#serverGoneSinceMs > patienceWithServerMs
    ) {
      throw new CliError(6, `${trouble.line}\nStart it again with: pawl up`);
    }
    if (trouble === null && this.#said !== null) this.#io.say('It goes on.');
    if (trouble !== null && trouble.line !== this.#said) this.#io.say(`${trouble.line}\nWaiting …`);
    this.#said = trouble?.line ?? null;
  }
}
