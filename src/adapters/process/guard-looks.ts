import type { Readable } from 'node:stream';
import type { GuardLook } from './guard-protocol.js';

/** What a guard says on its standard output, as it comes in. */
export interface Looks {
  /** Resolves with the first look: the program is started. */
  readonly first: Promise<GuardLook>;
  /** The look that came in since the last call; null when there is none. */
  take(): GuardLook | null;
  heard(): boolean;
}

export function hearLooks(stdout: Readable): Looks {
  let latest: GuardLook | null = null;
  let heard = false;
  let announce: (look: GuardLook) => void = () => undefined;
  const first = new Promise<GuardLook>((resolve) => {
    announce = resolve;
  });
  let rest = '';
  stdout.setEncoding('utf8');
  stdout.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      latest = parseLook(line) ?? latest;
      if (latest === null) continue;
      heard = true;
      announce(latest);
    }
  });
  return {
    first,
    take: () => {
      const look = latest;
      latest = null;
      return look;
    },
    heard: () => heard,
  };
}

function parseLook(line: string): GuardLook | null {
  try {
    const look: unknown = JSON.parse(line);
    return isLook(look) ? look : null;
  } catch {
    return null;
  }
}

function isLook(value: unknown): value is GuardLook {
  return typeof value === 'object' && value !== null && 'pid' in value && 'cpuTicks' in value && 'bytes' in value;
}
