import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRepositories } from '../../src/adapters/git/repositories.js';
import { reportMarkdown } from '../../src/cli/render/report-markdown.js';
import { reportText, type StepCommit } from '../../src/cli/render/report.js';
import { reviewTable, reviewTableMarkdown } from '../../src/cli/render/review-table.js';
import { reviewRows } from '../../src/cli/review/table.js';
import { loadConfig } from '../../src/config.js';
import { readersOf } from '../../src/local/review-log.js';
import { openReview } from '../../src/local/review.js';
import { removeRepositories, repository, temporaryFolder, type TestRepository } from '../support/git-repos.js';
import * as samples from './support/samples.js';

const hash = '1f0c9a77e2b4';
const seen = `${hash} approved by ann (as claimed) at 2026-12-01T16:00:00.000Z`;
const nobody = `${hash} seen by nobody before its code`;
type Said = readonly [task: string, phase: string, gear: string, review?: string];

function commits(...all: readonly Said[]): readonly StepCommit[] {
  return all.map(([task, phase, gear, review], at) => ({
    sha: String(at + 1).padStart(40, '0'),
    subject: `feat: step ${task}`,
    trailers: {
      ...{ Task: task, 'Pawl-Run': 'r', 'Pawl-Phase': phase, 'Pawl-Gear': gear },
      ...(review === undefined ? {} : { 'Pawl-Review': review }),
    },
  }));
}

const made = commits(
  ['1', 'green', 'review-before', seen],
  ['1', 'refactor', 'review-before'],
  ['2', 'green', 'review-after', nobody],
  ['2', 'commit', 'review-after'],
  ['3', 'refactor', 'review-after'],
  ['4', 'green', 'review-after', nobody],
  ['5', 'green', 'review-before'],
);
const report = { ...samples.report, testReviews: [] };
const bob = { by: 'bob@desk', atMs: Date.UTC(2026, 11, 2, 9, 30) };
const readLater = new Map([[made[2]?.sha ?? '', bob]]);

describe('R-000, reviews by batch: which step was seen when, by whom, in which gear, with which test', () => {
  test('a row for each step; one that nobody saw before its code says so, and one that nobody saw at all is named', () => {
    const lines = reviewTable(reviewRows(report, made, readLater));
    expect(lines.map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
      'STEP | GEAR | TEST | SEEN BEFORE ITS CODE | READ AFTER IT',
      `1 | review-before | ${hash} | approved by ann (as claimed), 2026-12-01 16:00 UTC | nobody yet`,
      `2 | review-after | ${hash} | nobody | bob@desk, 2026-12-02 09:30 UTC`,
      '3 | review-after | - | no test of its own | nobody yet',
      `4 | review-after | ${hash} | nobody | nobody yet`,
      '5 | review-before | - | not noted in its commit | nobody yet',
      'Seen by nobody so far: 3, 4, 5',
    ]);
  });

  test('stands in the report, and in Markdown with words that are no markup', () => {
    expect(reportText(report, made)).toContain('Reviews:\n  STEP');
    const hostile = commits(['1', 'green', 'review-before', seen.replace('ann', '`|<b>@ann](x) **')]);
    const page = reportMarkdown(report, hostile, reviewRows(report, hostile));
    const rows = page.split('\n').filter((line) => line.startsWith('| 1 '));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.replaceAll(/\\./g, '').split('|')).toHaveLength(7);
    expect(rows[0]).not.toMatch(/(?<!\\)[`<*\]]|@a/);
    expect(reviewTableMarkdown(reviewRows(report, made))[1]).toBe('| --- | --- | --- | --- | --- |');
  });

  test('a step of which one commit was read and one was not is not read', () => {
    const rows = reviewRows(report, made, new Map([[made[0]?.sha ?? '', bob]]));
    expect(rows[0]?.later).toBeNull();
  });

  test('where the commits lie on another host, the newest ones are those that the run remembers', () => {
    const testReviews = [{ step: '7', test: `${hash}ffff`, how: 'unseen', by: null, atMs: null }] as const;
    expect(reviewRows({ testReviews: [...testReviews] }, [])).toMatchObject([
      { step: '7', test: hash, before: { kind: 'nobody' } },
    ]);
    expect(reviewTable([])).toEqual([]);
  });
});

describe('who read the commits of a run after the fact', () => {
  let shop: TestRepository;
  beforeAll(async () => {
    shop = await repository({ 'a.txt': '0\n' });
  });
  afterAll(removeRepositories);

  test('each review is noted with who and when, beside its mark; what came later is nobody’s', async () => {
    const config = { ...loadConfig(), home: await temporaryFolder('pawl-home'), identity: 'bob@desk' };
    const base = await shop.git('rev-parse', 'HEAD');
    const shas: string[] = [];
    for (const text of ['1\n', '2\n', '3\n']) {
      await shop.write({ 'a.txt': text });
      await shop.git('commit', '--quiet', '--all', '--message', text);
      shas.push(await shop.git('rev-parse', 'HEAD'));
    }
    const [first = '', second = '', third = ''] = shas;
    const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
    const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
    await (await all.open(await all.inspect(shop.path))).fetch();
    const run = { origin: shop.path, firstRunId: 'run-1', base };
    const read = async (by: string, to: string): Promise<void> => {
      const opened = await openReview({ ...config, identity: by }, { ...run, tip: third, testCommand: null });
      if (opened.kind === 'absent') throw new Error(opened.why);
      await opened.book.moveMark(to);
    };
    expect((await readersOf(config, run)).size).toBe(0);
    await read('ann@desk', first);
    await read('bob@desk', second);
    await read('eve@desk', first);
    const readers = await readersOf(config, run);
    expect(shas.map((sha) => readers.get(sha)?.by ?? null)).toEqual(['ann@desk', 'bob@desk', null]);
    expect((await readersOf(config, { ...run, firstRunId: 'run-2' })).size).toBe(0);
  });
});
