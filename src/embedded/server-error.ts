/** No usable server; the message says what was tried and what helps. Commands end with exit code 6. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}
