import { causeFailure } from '../contract/failures.js';
import type { Tools } from './tools.js';

/** Below this neither records nor trees can be trusted to have been written whole. */
const leastBytes = 4 * 1024 * 1024;

/**
 * After a program: on a full disk its answer, its log or its results may be cut off in the middle, and would be taken for
 * a fault of its own (F52). What it wrote is left where it is.
 * @throws `disk-full`
 */
export async function refuseFullDisk(tools: Pick<Tools, 'folders'>, what: string): Promise<void> {
  const free = await tools.folders.freeBytes();
  if (free >= leastBytes) return;
  throw causeFailure(
    'disk-full',
    `after ${what} ${Math.floor(free / 1024)} KiB are free in Pawl's home, so what it wrote can't be trusted; make room, for example with: pawl clean`,
  );
}
