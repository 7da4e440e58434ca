import { afterLeaf } from '../../src/domain/leaf/after-leaf.js';
import { afterReview } from '../../src/domain/leaf/after-review.js';
import { LeafOutcome } from '../../src/domain/leaf/leaf-outcome.js';
import type { Mode } from './mode.js';
import { modes } from './modes.js';

/** The tables of docs/leaves.md, from the rules themselves and from what the tests of each jail expect. */
export function renderTables(): Readonly<Record<string, string>> {
  return { outcomes: outcomesTable(), modes: modesTable(), bubblewrap: onlyBubblewrap() };
}

const meanings: Readonly<Record<LeafOutcome, string>> = {
  done: 'its record says so, and its answer has the agreed form',
  limit: 'its own record: turns, budget or context used up',
  contract: 'it ended well without the one record that was agreed, or with another form of it',
  auth: 'the provider refused its key',
  config: 'its settings, its command line or its program are wrong',
  transient: 'the provider was not to be reached, or too busy',
  'usage-limit': 'the allowance is used up, until a time that may be known',
  'needs-user': 'it asks a question',
  idle: 'no output, no file change and no CPU for the idle limit',
  timeout: 'it passed its time limit',
  cancelled: 'Pawl ended it on request',
  crashed: 'a bad exit code, or a signal of its own making such as SIGSEGV, without a record',
  'killed-external': 'a signal that is not Pawl’s ended it or its guard',
  'out-of-memory': 'its cgroup says so; without one it is `killed-external`',
};

function outcomesTable(): string {
  const rows = LeafOutcome.options.map((outcome) => [
    `\`${outcome}\``,
    meanings[outcome],
    afterEditing(outcome),
    afterJudging(outcome),
  ]);
  return table(['outcome', 'means', 'after a leaf that edits or plans', 'after a leaf that judges'], rows);
}

function afterEditing(outcome: LeafOutcome): string {
  const [changed, unchanged] = [true, false].map((changedSomething) => {
    const after = afterLeaf({ outcome, changedSomething, stuckLeft: 1 });
    const last = afterLeaf({ outcome, changedSomething, stuckLeft: 0 });
    if (after.kind === 'again') return `one more try, then \`${last.kind === 'bail' ? last.cause : last.kind}\``;
    if (after.kind === 'bail') return `bails \`${after.cause}\``;
    if (after.kind === 'judge') return after.note === null ? 'its tree is judged' : 'its tree is judged, with a note';
    return after.kind === 'wait' ? 'a wait that costs no attempt' : 'a person is asked';
  });
  return changed === unchanged ? `${changed}` : `${changed}; with nothing changed ${unchanged}`;
}

function afterJudging(outcome: LeafOutcome): string {
  const [after, last] = [1, 0].map((left) =>
    afterReview({ outcome, malformed: false, malformedLeft: left, stuckLeft: left }),
  );
  if (after?.kind === 'again') return `asked once more, then \`${last?.kind === 'bail' ? last.cause : 'verdict'}\``;
  if (after?.kind === 'bail') return `bails \`${after.cause}\``;
  return after?.kind === 'wait' ? 'a wait that costs no attempt' : 'its verdict counts, unless MALFORMED';
}

function modesTable(): string {
  const rows = modes.map((mode) => [
    mode.id,
    mode.shows.join(', '),
    mode.what,
    endingOf(mode, false),
    mode.inProcess !== undefined && differs(mode) ? endingOf(mode, true) : 'the same',
  ]);
  return table(['mode', 'shows', 'the leaf', 'in bubblewrap', 'in the process jail'], rows);
}

function endingOf({ expects, inProcess }: Mode, process: boolean): string {
  const { outcome, follows } = { ...expects, ...(process ? inProcess?.expects : {}) };
  return `\`${outcome}\`: ${follows}`;
}

const differs = (mode: Mode): boolean => endingOf(mode, true) !== endingOf(mode, false);

function onlyBubblewrap(): string {
  return modes
    .flatMap(({ id, inProcess }) => (inProcess === undefined ? [] : [`- ${id}: ${inProcess.why}.`]))
    .join('\n');
}

/** Padded as prettier does it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
