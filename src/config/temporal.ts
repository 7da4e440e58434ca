import { addressText, isLoopback, parseAddress } from './address.js';
import type { ConfigFile } from './config-schema.js';
import { value, type Environment } from './environment.js';
import { ConfigError } from './problem.js';
import { tlsConfig, type TlsFiles } from './tls.js';

export interface TemporalConfig {
  /** `host:port` of a server somebody else provides; null: the one that `pawl up` starts on this machine. */
  readonly address: string | null;
  readonly namespace: string;
  readonly apiKey: string | null;
  /** Null: no TLS. */
  readonly tls: TlsFiles | null;
  /** Worker deployment versioning (R-002-56); null: the newest worker takes every run over. */
  readonly deployment: Deployment | null;
}

export interface Deployment {
  readonly name: string;
  /** Null: release and build of this Pawl. */
  readonly build: string | null;
  /** What a run does that is open when another version becomes current. */
  readonly openRuns: 'keep' | 'upgrade';
}

/**
 * The variables are those of the `temporal` command; they win over config.json.
 * @param folder what paths in config.json are relative to
 * @throws {ConfigError} among others for a server beyond this machine without TLS (D12).
 */
export function temporalConfig(env: Environment, file: ConfigFile, folder: string): TemporalConfig {
  const wish = file.temporal ?? {};
  const fromEnv = value(env, 'TEMPORAL_ADDRESS');
  const where = fromEnv === null ? 'config.json, temporal.address' : 'TEMPORAL_ADDRESS';
  const text = fromEnv ?? wish.address ?? null;
  const address = text === null ? null : parseAddress(where, text);
  const apiKey = value(env, 'TEMPORAL_API_KEY') ?? wish.apiKey ?? null;
  const tls = tlsConfig(env, wish.tls, apiKey !== null, folder);
  if (address !== null && tls === null && !isLoopback(address)) throw plainText(where, addressText(address));
  return {
    address: address === null ? null : addressText(address),
    namespace: value(env, 'TEMPORAL_NAMESPACE') ?? wish.namespace ?? 'default',
    apiKey,
    tls,
    deployment: deploymentOf(wish),
  };
}

function deploymentOf({ deployment }: NonNullable<ConfigFile['temporal']>): Deployment | null {
  if (deployment === undefined) return null;
  const { name = 'pawl', build = null, openRuns } = deployment;
  return { name, build, openRuns };
}

function plainText(where: string, address: string): ConfigError {
  return new ConfigError(
    [
      `${where}: ${address} is not on this machine, and TLS is off. Issue texts and commands would travel in the clear,`,
      'and anyone on the way could steer the runs. Either of these helps:',
      '  TEMPORAL_TLS=true (or TEMPORAL_TLS_SERVER_CA_CERT_PATH=<file>, TEMPORAL_API_KEY=<key>; "temporal.tls" in config.json)',
      `  a tunnel to this machine: ssh -L 7233:${address} <host>, then TEMPORAL_ADDRESS=localhost:7233`,
    ].join('\n'),
  );
}
