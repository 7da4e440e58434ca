import { answers } from './ports.js';
import { isAlive } from './process-identity.js';
import { serverPlace, usualFolder } from './server-place.js';
import { readRecord } from './server-record.js';
import { addressOf, uiUrlOf } from './server-request.js';

/** How the server of this machine stands. Only looks: no lock, nothing mended. */
export type ServerState =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly path: string; readonly why: string }
  /** `gone`: its process ended without being stopped. */
  | { readonly kind: 'stopped'; readonly address: string; readonly gone: boolean }
  | {
      readonly kind: 'running';
      readonly address: string;
      readonly uiUrl: string;
      readonly version: string;
      readonly pid: number;
      /** It accepts connections. */
      readonly answers: boolean;
    };

export async function serverState(home: string, folder = usualFolder(home)): Promise<ServerState> {
  const { record: path } = serverPlace(folder);
  const reading = await readRecord(path);
  if (reading.kind === 'none') return { kind: 'none' };
  if (reading.kind === 'broken') return { kind: 'unreadable', path, why: reading.why };
  const { running, ports, serverVersion } = reading.record;
  const address = addressOf(ports);
  if (running === null) return { kind: 'stopped', address, gone: false };
  if (!(await isAlive(running))) return { kind: 'stopped', address, gone: true };
  const open = await answers('127.0.0.1', ports.grpc, 1_000);
  return { kind: 'running', address, uiUrl: uiUrlOf(ports), version: serverVersion, pid: running.pid, answers: open };
}
