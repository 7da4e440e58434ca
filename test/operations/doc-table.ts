import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/rig.js';

/** One kind of stuck run as docs/operations.md tells it. */
export interface StuckRow {
  readonly kind: string;
  /** Commands as they stand in the table, placeholders included. */
  readonly find: string;
  readonly free: readonly string[];
}

/** The rows of the page's table: doc and test can't part. */
export function stuckRows(): readonly StuckRow[] {
  const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const kind = /^`([a-z-]+)`$/.exec(cells[1] ?? '')?.[1];
    if (kind === undefined) return [];
    const [find = ''] = commandsIn(cells[3] ?? '');
    return [{ kind, find, free: commandsIn(cells[4] ?? '') }];
  });
}

export function rowOf(kind: string): StuckRow {
  const row = stuckRows().find((one) => one.kind === kind);
  if (row === undefined) throw new Error(`docs/operations.md has no row ${kind}`);
  return row;
}

function commandsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

/** The words of a command as a shell reads them, each placeholder filled. */
export function wordsOf(command: string, fill: Readonly<Record<string, string>>): readonly string[] {
  const filled = command.replace(/<([a-z]+)>/g, (whole, name: string) => fill[name] ?? whole);
  return [...filled.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
