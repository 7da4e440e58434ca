import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../domain/thrown.js';
import type { TlsWish } from './config-schema.js';
import { flag, value, type Environment } from './environment.js';
import { configError } from './problem.js';

/** Files of a TLS connection; null means: the usual one (the system's authorities, no client certificate). */
export interface TlsFiles {
  readonly serverCa: string | null;
  readonly clientCert: string | null;
  readonly clientKey: string | null;
  readonly serverName: string | null;
}

const notTaken = ['SERVER_CA_CERT_DATA', 'CLIENT_CERT_DATA', 'CLIENT_KEY_DATA', 'DISABLE_HOST_VERIFICATION'];

/**
 * @param byKey an API key is there, which never travels without TLS unless TEMPORAL_TLS=false says so
 * @param folder what paths in config.json are relative to
 */
export function tlsConfig(
  env: Environment,
  wish: TlsWish | undefined,
  byKey: boolean,
  folder: string,
): TlsFiles | null {
  for (const name of notTaken.map((part) => `TEMPORAL_TLS_${part}`)) {
    if (value(env, name) === null) continue;
    const expected = 'certificates in files (TEMPORAL_TLS_SERVER_CA_CERT_PATH, …CLIENT_CERT_PATH, …CLIENT_KEY_PATH)';
    const example = 'TEMPORAL_TLS_SERVER_CA_CERT_PATH=/etc/temporal/ca.pem';
    throw configError(name, { what: 'Pawl does not take this variable', expected, example });
  }
  const given = typeof wish === 'object' ? wish : {};
  const path = (name: string, inFile: string | undefined): string | null =>
    value(env, name) ?? (inFile === undefined ? null : resolve(folder, inFile));
  const files: TlsFiles = {
    serverCa: path('TEMPORAL_TLS_SERVER_CA_CERT_PATH', given.serverCa),
    clientCert: path('TEMPORAL_TLS_CLIENT_CERT_PATH', given.clientCert),
    clientKey: path('TEMPORAL_TLS_CLIENT_KEY_PATH', given.clientKey),
    serverName: value(env, 'TEMPORAL_TLS_SERVER_NAME') ?? given.serverName ?? null,
  };
  if ((files.clientCert === null) !== (files.clientKey === null)) {
    const what = 'a client certificate and its key belong together, and only one of them is given';
    const example = 'TEMPORAL_TLS_CLIENT_CERT_PATH=client.pem TEMPORAL_TLS_CLIENT_KEY_PATH=client.key';
    throw configError('TLS', { what, expected: 'both or none', example });
  }
  const named = Object.values(files).some((file) => file !== null);
  const on = flag(env, 'TEMPORAL_TLS') ?? (typeof wish === 'boolean' ? wish : named || byKey);
  return on ? files : null;
}

/** Connection options of the SDK's client and worker alike. @throws {ConfigError} for a file that can't be read. */
export function connectionSecurity(temporal: { readonly apiKey: string | null; readonly tls: TlsFiles | null }): {
  readonly apiKey?: string;
  readonly tls?: {
    readonly serverRootCACertificate?: Buffer;
    readonly serverNameOverride?: string;
    readonly clientCertPair?: { readonly crt: Buffer; readonly key: Buffer };
  };
} {
  const { apiKey, tls } = temporal;
  const key = apiKey === null ? {} : { apiKey };
  if (tls === null) return key;
  return {
    ...key,
    tls: {
      ...(tls.serverCa === null ? {} : { serverRootCACertificate: read(tls.serverCa) }),
      ...(tls.serverName === null ? {} : { serverNameOverride: tls.serverName }),
      ...(tls.clientCert === null || tls.clientKey === null
        ? {}
        : { clientCertPair: { crt: read(tls.clientCert), key: read(tls.clientKey) } }),
    },
  };
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const example = 'TEMPORAL_TLS_SERVER_CA_CERT_PATH=/etc/temporal/ca.pem';
    throw configError('TLS', { what: reasonOf(error), expected: 'a readable file in PEM form', example });
  }
}
