import type { ServerState } from '../../embedded/server-state.js';
import { isNewEnough, oldestServer } from '../../embedded/server-version.js';
import { plainLine } from '../render/plain.js';
import { fine, trouble, type Check } from './check.js';
import type { ServerAnswer } from './server-look.js';

/** Which server runs are on. */
export interface ServerPlace {
  readonly address: string;
  readonly namespace: string;
  /** Somebody else provides it: TEMPORAL_ADDRESS or config.json names it. */
  readonly isNamed: boolean;
  /** The one of `pawl up`, as its record tells; null for a named one. */
  readonly own: ServerState['kind'] | null;
}

export function judgeServer(place: ServerPlace, answer: ServerAnswer): Check {
  const { address, namespace } = place;
  if (answer.kind === 'silent') return trouble('server', 'fail', silence(place, answer.why), mendOf(place));
  if (answer.kind === 'refused') {
    const mend = 'give the key or certificate it asks for: TEMPORAL_API_KEY, TEMPORAL_TLS_CLIENT_CERT_PATH';
    return trouble('server', 'fail', `${address} refuses: ${plainLine(answer.why)}`, mend);
  }
  const { version, namespace: there } = answer.look;
  const found = `${version ?? 'of unknown version'} at ${address}, namespace ${namespace}`;
  if (there === 'missing') {
    const mend = `temporal operator namespace create --address ${address} --namespace ${namespace}`;
    return trouble('server', 'fail', `${address} has no namespace ${namespace}`, mend);
  }
  if (version === null) return trouble('server', 'warn', found, `make sure that it is ${oldestServer} or newer`);
  if (isNewEnough(version)) return fine('server', found);
  const mend = `upgrade it to ${oldestServer} or newer: older ones let strangers past the authorizer`;
  return trouble('server', 'fail', `${found}: too old`, place.isNamed ? mend : 'pawl down && pawl up');
}

function silence({ address, own }: ServerPlace, why: string): string {
  switch (own) {
    case 'none':
      return `none runs on this machine (${address}: ${plainLine(why)})`;
    case 'stopped':
      return `the one of this machine was stopped, or ended (${address})`;
    case 'unreadable':
      return `its record in Pawl's home can't be read, and ${plainLine(why)} (${address})`;
    case 'running':
    case null:
      return `${address}: ${plainLine(why)}`;
  }
}

function mendOf({ isNamed, own }: ServerPlace): string {
  if (isNamed) return 'start that server, or correct TEMPORAL_ADDRESS (or temporal.address in config.json)';
  return own === 'running' ? 'pawl down && pawl up' : 'pawl up';
}

/** What the checks that need an answer say without one. */
export function unasked(name: string, answer: ServerAnswer): Check | null {
  if (answer.kind === 'answers' && answer.look.namespace === 'there') return null;
  return trouble(name, 'warn', 'not looked at: the server has to be mended first', null);
}
