import type { Config } from '../config.js';
import type { ServerState } from '../embedded/server-state.js';
import type { Io } from './io.js';

/** The person and the machine a command runs for. */
export interface Operator {
  readonly config: Config;
  /** `user@host`: goes into signals as `by`, and to the server as the client's identity. */
  readonly identity: string;
  readonly hostId: string;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    /** It is known without asking that nothing answers there. */
    readonly isDown: boolean;
  };
}

/** @throws {ConfigError} when the configuration can't be used */
export async function loadOperator(io: Io): Promise<Operator> {
  const { loadConfig } = await import('../config.js');
  const config = loadConfig();
  for (const notice of config.notices) io.say(notice);
  return operatorOf(config);
}

export async function operatorOf(config: Config): Promise<Operator> {
  const { hostIdentity } = await import('../local/host.js');
  const { address, namespace } = config.temporal;
  const server = address === null ? await ownServer(config.home) : { address, isDown: false };
  return {
    config,
    identity: config.identity,
    hostId: await hostIdentity(config.home),
    temporal: { address: server.address, namespace, isDown: server.isDown },
  };
}

/** The server of `pawl up`. */
export interface OwnServer {
  readonly address: string;
  readonly isDown: boolean;
  /** What its record tells. */
  readonly state: ServerState['kind'];
}

/** Where the server of `pawl up` answers, or did when it last ran. */
export async function ownServer(home: string): Promise<OwnServer> {
  const { serverState } = await import('../embedded/server-state.js');
  const state = await serverState(home);
  const { kind } = state;
  if (kind === 'running') return { address: state.address, isDown: false, state: kind };
  if (kind === 'stopped') return { address: state.address, isDown: true, state: kind };
  const { addressOf } = await import('../embedded/server-request.js');
  const { usualPorts } = await import('../embedded/ports.js');
  return { address: addressOf(usualPorts), isDown: false, state: kind };
}
