import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../io.js';
import type { BoardRow } from '../render/board.js';
import { allRuns, findRuns, ofOrigin, openRuns, type RunRow } from '../runs/find.js';
import { placeOf } from '../runs/place.js';
import { within, type Server } from '../temporal/server.js';
import { isWaiting, type BoardFacts } from './facts.js';

const endedWithinMs = 3_600_000;
const mostRows = 200;

/** Open runs, and those that ended a short while ago, as visibility knows them. */
export async function lookAtRuns(server: Server, prefix: string | null, nowMs: number): Promise<readonly RunRow[]> {
  const since = new Date(nowMs - endedWithinMs).toISOString();
  const narrow = (query: string): string => (prefix === null ? query : ofOrigin(query, prefix));
  const find = (query: string): Promise<readonly RunRow[]> =>
    within(server, 5_000, () => findRuns(server, narrow(query), mostRows));
  const [open, ended] = await Promise.all([find(openRuns), find(`${allRuns} AND CloseTime > "${since}"`)]);
  const isOpen = new Set(open.map((row) => row.workflowId));
  return [...open, ...ended.filter((row) => !isOpen.has(row.workflowId))];
}

/** Those that wait stand first, then those that work, then the ended ones; each by age, so that rows keep their place. */
export function boardRows(rows: readonly RunRow[], facts: Pick<BoardFacts, 'of'>): readonly BoardRow[] {
  const rank = (row: RunRow): number => (isWaiting(row) ? 0 : row.open ? 1 : 2);
  return rows
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || one.startedAtMs - other.startedAtMs || (one.workflowId < other.workflowId ? -1 : 1),
    )
    .map((row) => ({ row, words: facts.of(row) }));
}

/** What the ids of a repository's runs begin with. @throws {CliError} 2 for a folder that is in no repository */
export async function repositoryPrefix(server: Server, typed: string, cwd: string): Promise<string> {
  const path = resolve(cwd, typed);
  const isPath = /^[./~]/.test(typed) || (await stat(path).catch(() => null)) !== null;
  if (isPath) {
    const place = await placeOf(server.operator.config, path);
    if (place !== null) return place.prefix;
    throw new CliError(2, `--repo ${typed} is in no git repository; for example: --repo acme/shop, or --repo .`);
  }
  return prefixOfName(typed);
}

/** @throws {CliError} 2 for a single word: a board of it would stay empty for ever and look like one without runs */
export function prefixOfName(typed: string): string {
  const name = typed
    .toLowerCase()
    .replace(/^tdd\//, '')
    .replace(/\/+$/, '');
  if (/[^/]\/[^/]/.test(name)) return `tdd/${name}/`;
  throw new CliError(2, `--repo got "${typed}"; expected owner/name, or a folder in it; for example: --repo acme/shop`);
}
