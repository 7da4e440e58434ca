import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fine, limited, limitFor, trouble, type Check, type Round } from '../../../src/cli/doctor/check.js';
import { paint } from '../../../src/cli/render/colour.js';
import { doctorText, wrapped } from '../../../src/cli/render/doctor.js';

const checks: readonly Check[] = [
  fine('node', 'v20.1.0'),
  trouble('server', 'fail', 'none runs on this machine (127.0.0.1:7233: nothing answers there at all)', 'pawl up'),
  { ...trouble('jail', 'warn', 'process only', null), notes: ['files outside the workspace can be read, all of them'] },
];

describe('what the doctor prints', () => {
  test('without a terminal it is plain, and no line is wider than 80 columns', () => {
    expect(doctorText(checks, paint(false))).toBe(
      [
        'ok    node    v20.1.0',
        'fail  server  none runs on this machine (127.0.0.1:7233: nothing answers there',
        '              at all)',
        '              fix: pawl up',
        'warn  jail    process only',
        '              - files outside the workspace can be read, all of them',
        '',
        '1 ok, 1 warn, 1 fail',
      ].join('\n'),
    );
  });

  test('in colour it says the same words', () => {
    const coloured = doctorText(checks, paint(true));

    const escapes = /\u001b\[\d+m/g;
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(doctorText(checks, paint(false)));
  });

  test('wrapping keeps every word, breaks at blanks alone, and keeps to the room where words let it', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,30}$/)), fc.integer({ min: 10, max: 60 }), (words, room) => {
        const lines = wrapped(words.join(' '), room);
        expect(lines.join(' ').split(' ').filter(Boolean)).toEqual(words);
        for (const line of lines) expect(line.length <= room || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

describe('a check has its time', () => {
  const round = (): Round => ({ limitMs: 20, late: [] });

  test('a late one fails in words, and is remembered as late', async () => {
    const now = round();
    const check = await limited(now, 'slow', () => new Promise(() => undefined));
    expect(check).toMatchObject({ name: 'slow', level: 'fail', found: 'no answer within 0.02 s' });
    expect(now.late).toEqual(['slow']);
  });

  test('a busy machine gives more of it, but never for ever', () => {
    expect([limitFor(0, 2), limitFor(2, 2), limitFor(4, 2), limitFor(1_000, 2), limitFor(1, 0)]).toEqual([
      2_300, 2_300, 4_600, 13_800, 2_300,
    ]);
  });

  test('one that throws fails in words', async () => {
    const now = round();
    const check = await limited(now, 'broken', () => Promise.reject(new Error('EIO: \u001b[31mi/o error')));
    expect(check).toMatchObject({ level: 'fail', found: "can't be looked at: EIO: i/o error" });
    expect(now.late).toEqual([]);
  });

  test('one in time is taken as it is', async () => {
    expect(await limited(round(), 'quick', () => Promise.resolve(fine('quick', 'yes')))).toEqual(fine('quick', 'yes'));
  });
});
