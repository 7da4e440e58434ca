import type { InnerCrashPoint } from '../domain/run/crash-points.js';
import type { Tools } from './tools.js';

/** A place where a crash leaves something half-done: what follows must find it so, and go on. */
export async function crashPoint(tools: Tools, point: InnerCrashPoint): Promise<void> {
  await tools.passCrashPoint?.(point);
}
