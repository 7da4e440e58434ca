import { appendFileSync } from 'node:fs';
import type { LeafConclusion } from '../../../src/ports/agent.js';
import type { ProgramResult } from '../../../src/ports/program.js';
import type { CliName } from './turns.js';

/** Where `npm run test:agents` gathers what it tells at its end; nothing is gathered elsewhere. */
const place = process.env['PAWL_AGENTS_SEEN'] ?? null;

/** Notes how a leaf ended: one line of JSON. */
export function noteSeen(what: string, cli: CliName, conclusion: LeafConclusion, result: ProgramResult): void {
  if (place === null) return;
  const { outcome, message, resetAtMs } = conclusion;
  const { end, exitCode, signal, durationMs } = result;
  const seen = { what, cli, outcome, resetAtMs, end, exitCode, signal, durationMs: Math.round(durationMs), message };
  appendFileSync(place, `${JSON.stringify(seen)}\n`);
}
