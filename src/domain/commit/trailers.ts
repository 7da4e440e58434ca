import { stripControls } from '../sanitise.js';
import { parseReview, renderReview, type ReviewTrailer } from './review-trailer.js';
import { taskIdProblem } from './task-id.js';

export interface Trailer {
  readonly key: string;
  readonly value: string;
}

/** Pawl's own trailers, in the order in which they are written (R-001-29, design 5). */
export interface PawlTrailers {
  /** Null for the plan's commit, the only one without `Task:`. */
  readonly task: string | null;
  /** Run id of the first execution. */
  readonly run: string;
  readonly phase: string;
  readonly gear: string;
  readonly evidence: Evidence | null;
  /** Of the commit that brings a step's test; left out on all others. */
  readonly review?: ReviewTrailer | null;
}

/** How a step without code was completed (R-001-36, R-001-37). */
export type Evidence =
  { readonly kind: 'satisfied-by'; readonly sha: string } | { readonly kind: 'skipped'; readonly reason: string };

/**
 * The one final paragraph (R-001-40). A value is one line, whatever it was before.
 * @throws {RangeError} for a task id that must not be written (C-10), or an empty value.
 */
export function renderTrailers(trailers: PawlTrailers): string {
  const problem = trailers.task === null ? null : taskIdProblem(trailers.task);
  if (problem !== null) throw new RangeError(`Task: "${trailers.task}" ${problem}`);
  const lines = [
    ...(trailers.task === null ? [] : [`Task: ${trailers.task}`]),
    `Pawl-Run: ${value('Pawl-Run', trailers.run)}`,
    `Pawl-Phase: ${value('Pawl-Phase', trailers.phase)}`,
    `Pawl-Gear: ${value('Pawl-Gear', trailers.gear)}`,
    ...(trailers.review === undefined || trailers.review === null
      ? []
      : [`Pawl-Review: ${value('Pawl-Review', renderReview(trailers.review))}`]),
    ...(trailers.evidence === null ? [] : [`Evidence: ${renderEvidence(trailers.evidence)}`]),
  ];
  return lines.join('\n');
}

function renderEvidence(evidence: Evidence): string {
  return evidence.kind === 'satisfied-by'
    ? `satisfied-by ${value('Evidence', evidence.sha)}`
    : `skipped ${value('Evidence', evidence.reason)}`;
}

function value(key: string, text: string): string {
  const line = stripControls(text).replace(/\s+/g, ' ').trim();
  if (line === '') throw new RangeError(`${key}: needs a value`);
  return line;
}

/** `satisfied-by <sha>` or `skipped <reason>`; null for anything else, an empty reason included (R-001-37). */
export function parseEvidence(text: string): Evidence | null {
  const satisfied = /^satisfied-by ([0-9a-f]{7,64})$/.exec(text);
  if (satisfied !== null) return { kind: 'satisfied-by', sha: satisfied[1] ?? '' };
  const reason = text.startsWith('skipped ') ? text.slice(8).trim() : '';
  return reason === '' ? null : { kind: 'skipped', reason };
}

/**
 * Why these trailers of a message are not Pawl's own as they were written, or null: a hook may add others, and may
 * neither change, repeat nor drop one of these (R-001-29, R-001-42).
 */
export function ownTrailersProblem(found: readonly Trailer[], wanted: readonly Trailer[]): string | null {
  const own = new Set([...ownKeys, ...wanted.map(({ key }) => key.toLowerCase())]);
  const kept = found.filter(({ key }) => own.has(key.toLowerCase()));
  const shown = (trailers: readonly Trailer[]): string =>
    trailers.length === 0 ? 'none' : trailers.map(({ key, value: text }) => `${key}: ${text}`).join(', ');
  const same = kept.length === wanted.length && kept.every((one, at) => isSame(one, wanted[at]));
  return same ? null : `expected the trailers ${shown(wanted)}; found ${shown(kept)}`;
}

const ownKeys = ['task', 'pawl-run', 'pawl-phase', 'pawl-gear', 'pawl-review', 'evidence'];

function isSame(one: Trailer, other: Trailer | undefined): boolean {
  return one.key === other?.key && one.value === other.value;
}

/** Pawl's own trailers out of a commit's; null for a foreign commit. Keys count as written, case included. */
export function readPawlTrailers(trailers: readonly Trailer[]): PawlTrailers | null {
  const last = (key: string): string | null => trailers.findLast((trailer) => trailer.key === key)?.value ?? null;
  const run = last('Pawl-Run');
  const phase = last('Pawl-Phase');
  const gear = last('Pawl-Gear');
  if (run === null || phase === null || gear === null) return null;
  const evidence = last('Evidence');
  const review = parseReview(last('Pawl-Review') ?? '');
  return {
    ...{ task: last('Task'), run, phase, gear, evidence: evidence === null ? null : parseEvidence(evidence) },
    ...(review === null ? {} : { review }),
  };
}
