import type { ServerPorts } from './ports.js';
import type { Progress } from './progress.js';
import type { SearchAttribute } from './settle-server.js';

/** The part of the configuration a server depends on. */
export interface ServerConfig {
  readonly home: string;
  readonly userHome: string;
  /** PATH, searched for a `temporal`. */
  readonly path: string;
  /** The environment of pip. */
  readonly downloadEnv: Readonly<Record<string, string>>;
  readonly temporal: { readonly address: string | null; readonly namespace: string };
}

export interface ServerRequest {
  readonly config: ServerConfig;
  /** True: a server of one's own, whatever TEMPORAL_ADDRESS says. */
  readonly own: boolean;
  readonly searchAttributes: readonly SearchAttribute[];
  readonly progress: Progress;
  /** Where its record, log and database lie; `<home>/temporal` when left out. */
  readonly folder?: string;
  /** Default `file`; in memory, histories die with the server. */
  readonly database?: 'file' | 'memory';
  /** For a first start. Default `usual`: 7233 and 8233 when they are free. Later starts take the last ones. */
  readonly ports?: 'usual' | 'any';
  /** How long a start may take until the server answers; default 60 s. */
  readonly readyMs?: number;
}

export interface TemporalServer {
  readonly address: string;
  /** Null when the server is somebody else's. */
  readonly uiUrl: string | null;
  /** Of the server, not of the command that carries it; null when it is somebody else's. */
  readonly version: string | null;
  readonly pid: number | null;
  /** `external`: named by TEMPORAL_ADDRESS. `running`: was there already. `started`: by this call. */
  readonly how: 'external' | 'running' | 'started';
}

export function addressOf(ports: ServerPorts): string {
  return `127.0.0.1:${ports.grpc}`;
}

export function uiUrlOf(ports: ServerPorts): string {
  return `http://127.0.0.1:${ports.ui}`;
}
