import { answers } from './ports.js';
import { ServerError } from './server-error.js';
import type { TemporalServer } from './server-request.js';

const limitMs = 5_000;

/**
 * A server somebody else provides: it is asked for a connection and nothing more.
 * @param address as config gives it: `host:port` or `[ipv6]:port`
 * @throws {ServerError} when nobody accepts one.
 */
export async function externalServer(address: string): Promise<TemporalServer> {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[|\]$/g, '');
  if (await answers(host, Number(address.slice(at + 1)), limitMs)) {
    return { address, uiUrl: null, version: null, pid: null, how: 'external' };
  }
  throw new ServerError(
    [
      `No Temporal server answers at ${address}, which TEMPORAL_ADDRESS (or temporal.address in config.json) names.`,
      'Start that server, correct the address (for example TEMPORAL_ADDRESS=localhost:7233),',
      'or leave it out: then pawl up starts a server on this machine.',
    ].join('\n'),
  );
}
