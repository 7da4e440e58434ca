import { existsSync, readFileSync } from 'node:fs';

/**
 * One ending as a test noted it.
 * @typedef {{ readonly what: string, readonly cli: string, readonly outcome: string, readonly resetAtMs: number | null,
 *   readonly end: string, readonly exitCode: number | null, readonly signal: string | null, readonly durationMs: number }} Seen
 */

/**
 * @param {string} path
 * @returns {readonly Seen[]}
 */
export function readSeen(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/**
 * A table for people: one line a case, one column a CLI, each with the outcome and how its process ended.
 * @param {readonly Seen[]} seen
 * @param {readonly string[]} clis
 * @returns {string}
 */
export function seenTable(seen, clis) {
  const cases = [...new Set(seen.map(({ what }) => what))];
  const cell = (/** @type {string} */ what, /** @type {string} */ cli) => {
    const one = seen.find((entry) => entry.what === what && entry.cli === cli);
    return one === undefined ? '-' : `${one.outcome} (${how(one)}, ${(one.durationMs / 1_000).toFixed(1)} s)`;
  };
  const rows = [['case', ...clis], ...cases.map((what) => [what, ...clis.map((cli) => cell(what, cli))])];
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Seen} seen */
function how({ end, exitCode, signal }) {
  if (end !== 'exited') return end;
  return signal ?? `exit ${exitCode}`;
}
