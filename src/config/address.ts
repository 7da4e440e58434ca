import { isIPv4, isIPv6 } from 'node:net';
import { displayLine } from '../domain/sanitise.js';
import { configError } from './problem.js';

const defaultPort = 7233;

/** Where a Temporal server answers. */
export interface Address {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Reads `host`, `host:port` or `[ipv6]:port`; the port is 7233 when left out.
 * @throws {ConfigError} naming `where`.
 */
export function parseAddress(where: string, text: string): Address {
  const bare = isIPv6(text) ? { host: text, port: undefined } : split(text);
  const port = bare?.port === undefined ? defaultPort : Number(bare.port);
  if (bare === null || port < 1 || port > 65_535) {
    const what = `"${displayLine(text, 80)}" is no address of a Temporal server`;
    throw configError(where, { what, expected: 'host:port, without "http://" and without a path', example: example });
  }
  return { host: bare.host, port };
}

const example = 'localhost:7233';
const named = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?)(?::(\d{1,5}))?$/;
const bracketed = /^\[([0-9A-Fa-f:.]{2,45})\](?::(\d{1,5}))?$/;

function split(text: string): { host: string; port: string | undefined } | null {
  const six = bracketed.exec(text);
  if (six?.[1] !== undefined) return isIPv6(six[1]) ? { host: six[1], port: six[2] } : null;
  const four = named.exec(text);
  return four?.[1] === undefined ? null : { host: four[1], port: four[3] };
}

export function addressText({ host, port }: Address): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

/** True when what is sent there can't leave this machine. */
export function isLoopback({ host }: Address): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (isIPv4(name)) return name.startsWith('127.');
  return isIPv6(name) && /^(0{0,4}:){2,7}0{0,3}1$/.test(name);
}
