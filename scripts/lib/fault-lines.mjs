import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { places } from './places.mjs';

/**
 * @typedef {{ id: string, title: string, expected: string, outcome: string, held: boolean, seconds: number,
 *   invariants: readonly string[], broken: readonly string[], skipped: string | null }} FaultLine
 */

/** @returns {readonly FaultLine[]} by number */
export function readFaults(/** @type {string} */ file) {
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return lines.sort((one, other) => numberOf(one) - numberOf(other) || one.id.localeCompare(other.id));
}

function numberOf(/** @type {FaultLine} */ { id }) {
  return Number(/^F(\d+)/.exec(id)?.[1] ?? 0);
}

export function faultLine(/** @type {FaultLine} */ line) {
  if (line.skipped !== null) return `${line.id} ${line.skipped}`;
  const said = line.held ? 'held' : `BROKEN (expected ${line.expected})`;
  const why = line.broken.map((text) => `\n    ${text.split('\n')[0]}`).join('');
  return `${line.id} ${said}: ${line.outcome}, ${line.seconds} s, ${line.invariants.join(' ')}: ${line.title}${why}`;
}

/** A number holds when each of its forms does. */
export function countFaults(/** @type {readonly FaultLine[]} */ lines) {
  const played = lines.filter(({ skipped }) => skipped === null);
  const expected = new Set(played.map(numberOf));
  const broken = new Set(played.filter(({ held }) => !held).map(numberOf));
  return { expected: expected.size, held: expected.size - broken.size };
}

export function faultsPage(/** @type {readonly FaultLine[]} */ lines, /** @type {number} */ seconds) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', places.root, ...args], { encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  const { expected, held } = countFaults(lines);
  const rows = lines.map((line) => {
    const outcome = line.skipped ?? (line.held ? line.outcome : `**${line.outcome}, expected ${line.expected}**`);
    return `| ${line.id} | ${line.title.replaceAll('|', '\\|')} | ${outcome} | ${line.seconds} | ${line.invariants.join(' ')} |`;
  });
  return [
    '# Faults: the last whole run',
    '',
    'Made by `npm run faults -- --record`. Each fault is done to whole runs (real server, workers, git, tests; a scripted agent stands in',
    'for the model); then an oracle looks from outside, at branch, histories, process table and files, never at what Pawl says of itself:',
    '',
    '- I1 ticks and commits agree, in order, once; I2 one line of commits with their trailers; I3 what is committed passed a verifier;',
    '  I4 each change had a test seen red before; I5 nothing alive or left; I6 never two leaves in one workspace;',
    '- I8 a secret of the worker is nowhere; I9 histories replay; I10 stops and gears are obeyed; I11 repositories whole, no lock, the',
    "  person's checkout untouched; I12 the end stands on the closed list. I7 (one comment, one pull request) joins with trackers.",
    '',
    `${held} of ${expected} faults held, ${lines.length} forms, ${Math.round(seconds)} s, commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores.`,
    '',
    '| fault | what happens | outcome | s | invariants looked at |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
