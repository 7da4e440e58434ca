import { randomUUID } from 'node:crypto';

/** Sessions by token. The clock and the tokens can be given, so that a test decides both. */
export class SessionStore {
  #sessions = new Map();
  #now;
  #newToken;

  constructor({ now = Date.now, newToken = randomUUID } = {}) {
    this.#now = now;
    this.#newToken = newToken;
  }

  /** Opens a session for a user and gives its token. */
  open(user) {
    const token = this.#newToken();
    this.#sessions.set(token, { user, openedAtMs: this.#now() });
    return token;
  }

  /** The session of a token, or null. */
  find(token) {
    return this.#sessions.get(token) ?? null;
  }

  /** Ends a session; false when there was none. */
  close(token) {
    return this.#sessions.delete(token);
  }
}
