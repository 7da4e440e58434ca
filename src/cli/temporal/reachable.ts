import { parseAddress } from '../../config/address.js';
import { answers } from '../../embedded/ports.js';
import { CliError } from '../io.js';
import type { Operator } from '../operator.js';

export const connectTimeoutMs = 4_000;

/**
 * A closed port is known at once; the SDK would try it again until its time is up.
 * @throws {CliError} 6 when nothing listens there
 */
export async function mustListen(operator: Operator): Promise<void> {
  const { address, isDown } = operator.temporal;
  if (isDown) throw noServer(operator, 'it was stopped, or ended');
  const { host, port } = parseAddress('TEMPORAL_ADDRESS', address);
  if (!(await answers(host, port, connectTimeoutMs))) throw noServer(operator, 'nothing listens there');
}

export function noServer(operator: Operator, why: string): CliError {
  const isNamed = operator.config.temporal.address !== null;
  const mend = isNamed
    ? 'TEMPORAL_ADDRESS or config.json names this server. Without them there is the one of this machine: pawl up'
    : 'Start it with: pawl up\nOr name another one: TEMPORAL_ADDRESS=host:7233';
  return new CliError(6, `No Temporal server answers at ${operator.temporal.address} (${why}).\n${mend}`);
}
