import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stopFileNews, type FoundStop } from '../../../src/domain/steering/stop-files.js';

const tdd = (mode: FoundStop['mode'], digest = 'a1'): FoundStop => ({ file: '.tdd/stop', digest, mode });
const ralph = (digest = 'b1'): FoundStop => ({ file: 'RALPH_STOP', digest, mode: 'at-ledger' });

describe('stop files against what the run knows of them (R-000-37, R-002-46)', () => {
  test('none now and none before is no news', () => {
    expect(stopFileNews(null, [])).toBeNull();
  });

  test.each([
    ['now', '.tdd/stop', 'now'],
    ['at-leaf', '.tdd/stop', 'at-leaf'],
    ['at-ledger', '.tdd/stop', 'at-ledger'],
    [null, '.tdd/stop', null],
  ] as const)('the strictest of two wins: .tdd/stop with %s beside RALPH_STOP', (mode, file, asked) => {
    for (const found of [
      [tdd(mode), ralph()],
      [ralph(), tdd(mode)],
    ]) {
      const news = stopFileNews(null, found);
      expect(news).toMatchObject({ kind: 'asked' });
      if (asked === 'now' || asked === 'at-leaf') expect(news).toMatchObject({ file, mode: asked });
      expect(stopFileNews(news?.seen ?? null, found)).toBeNull();
    }
  });

  test('C-20: a file that lies there as it was asks for nothing again, another version of it does', () => {
    const seen = stopFileNews(null, [ralph()])?.seen ?? null;
    expect(stopFileNews(seen, [ralph()])).toBeNull();
    expect(stopFileNews(seen, [ralph('b2')])).toMatchObject({ kind: 'asked', file: 'RALPH_STOP' });
  });

  test('a new file beside a known one speaks for itself alone', () => {
    const seen = stopFileNews(null, [tdd('now')])?.seen ?? null;
    expect(stopFileNews(seen, [tdd('now'), ralph()])).toMatchObject({ file: 'RALPH_STOP', mode: 'at-ledger' });
  });

  test('a file that is gone is said once, and made anew asks anew', () => {
    const seen = stopFileNews(null, [ralph(), tdd('at-leaf')])?.seen ?? null;
    const gone = stopFileNews(seen, [tdd('at-leaf')]);
    expect(gone).toMatchObject({ kind: 'gone', file: 'RALPH_STOP' });
    expect(stopFileNews(gone?.seen ?? null, [tdd('at-leaf')])).toBeNull();
    expect(stopFileNews(gone?.seen ?? null, [tdd('at-leaf'), ralph('b2')])).toMatchObject({ kind: 'asked' });
    expect(stopFileNews(gone?.seen ?? null, [])).toEqual({ kind: 'gone', file: '.tdd/stop', seen: null });
  });

  test('whatever comes and goes, the run is told no more often than there are files, and nothing new is missed', () => {
    const version = fc.option(fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(fc.array(fc.tuple(version, version)), (days) => {
        let seen: string | null = null;
        let told = new Map<string, string>();
        for (const [one, two] of days) {
          const found = [...(one === null ? [] : [tdd('at-leaf', one)]), ...(two === null ? [] : [ralph(two)])];
          const isNew = found.some((file) => told.get(file.file) !== file.digest);
          const first = stopFileNews(seen, found);
          expect(first?.kind === 'asked').toBe(isNew);
          let looks = 0;
          for (let news = first; news !== null; news = stopFileNews(seen, found)) {
            ({ seen } = news);
            looks += 1;
          }
          expect(looks).toBeLessThanOrEqual(3);
          told = new Map(found.map((file) => [file.file, file.digest]));
        }
      }),
    );
  });
});
