import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nearest, problemText } from '../../src/domain/feedback.js';
import { capText, cutChars, displayLine, fenced, stripControls } from '../../src/domain/sanitise.js';
import { staysBelow } from '../support/cpu-time.js';

const esc = '\u001b';

describe('words on their way to a terminal (T13, F28)', () => {
  test.each([
    ['colours', `${esc}[31mred${esc}[0m`, 'red'],
    ['a title', `a${esc}]0;evil\u0007b`, 'ab'],
    ['a link', `${esc}]8;;http://x${esc}\\text${esc}]8;;${esc}\\`, 'text'],
    ['a one-byte sequence', 'a\u009b2Jb', 'ab'],
    ['character sets', `${esc}(Bx`, 'x'],
    ['controls', 'a\u0000\u0008\u007fb\tc\nd', 'ab\tc\nd'],
    ['bidi marks', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['hidden characters', 'a\u200bb\ufeffc\u{e0041}d', 'abcd'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
  ])('%s are stripped', (_what, text, plain) => {
    expect(stripControls(text)).toBe(plain);
  });

  test('what people write stays: accents, emoji with their joiners, right-to-left letters', () => {
    const text = 'Über 👩‍👩‍👧 שלום  <b>`$HOME`';
    expect(stripControls(text)).toBe(text);
  });

  test('a sequence that is never closed swallows nothing but itself', () => {
    expect(stripControls(`a${esc}]0;evil text`)).toBe('a0;evil text');
    expect(stripControls(`a${esc}[31`)).toBe('a31');
    expect(stripControls(`a${esc}`)).toBe('a');
  });

  test('no text leaves a control character but tab and line feed', () => {
    const part = fc.constantFrom(
      esc,
      '[',
      ']',
      '0',
      ';',
      'm',
      '\u0007',
      '\\',
      'a',
      '\n',
      '\t',
      '\u009b',
      '\u0000',
      '\u202e',
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          expect(stripControls(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
          expect(displayLine(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        },
      ),
    );
  });

  test('a line to show is one line, folded and cut', () => {
    expect(displayLine(' a \n\n b\u2028c ')).toBe('a b c');
    expect(displayLine('abcdef', 4)).toBe('abc…');
    expect(displayLine(`${'x'.repeat(1_000_000)}`, 10)).toBe('xxxxxxxxx…');
  });

  test('nothing is cut in half', () => {
    expect(cutChars('🎉🎉🎉', 2)).toBe('🎉…');
    expect(cutChars('🎉🎉', 2)).toBe('🎉🎉');
    expect(capText('🎉🎉', 3)).toBe('🎉\n… (2 more characters)');
    expect(capText('abc', 3)).toBe('abc');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        expect(cutChars(text, max)).not.toMatch(/\p{Surrogate}/u);
        expect(Array.from(cutChars(text, max)).length).toBeLessThanOrEqual(max);
      }),
    );
  });

  test('1 MB of anything is done in a moment', () => {
    const hostile = [`${esc}]`, `${esc}[1`, `${esc}[`, esc, '\u009b0;', '\r', ' \n', '`', '\u202e'];
    for (const unit of hostile) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const work = (): void => {
        stripControls(text);
        displayLine(text);
        fenced(text, 'text');
      };
      expect(staysBelow(() => 500, work)).toBe(true);
    }
  });
});

describe('words as data (T1)', () => {
  test('a fence is longer than any in the text', () => {
    expect(fenced('a', 'text')).toBe('```text\na\n```');
    expect(fenced('```\nrm -rf /\n````', 'text')).toBe('`````text\n```\nrm -rf /\n````\n`````');
  });

  test('no text closes its own fence, and all of it is inside, letter for letter', () => {
    const line = fc.constantFrom('```', '`````', '~~~', '```text', ' ```', 'x', '');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(line).map((lines) => lines.join('\n')),
          fc.string(),
        ),
        (text) => {
          const whole = fenced(text, 'text');
          const fence = /^`+/.exec(whole)?.[0] ?? '';
          expect(text).not.toContain(fence);
          expect(whole).toBe(`${fence}text\n${text}\n${fence}`);
        },
      ),
    );
  });
});

describe('what a person is told', () => {
  test('T13: a key of 10 MB is compared in a moment', () => {
    const key = 'testFiles'.repeat(1_200_000);
    expect(
      staysBelow(
        () => 200,
        () => expect(nearest(key, ['test', 'testFiles'])).toBeNull(),
      ),
    ).toBe(true);
  });

  test('what was wrong, what was expected, an example', () => {
    expect(problemText({ what: 'unknown key "tset"', expected: 'one of test', example: '{}' })).toBe(
      'unknown key "tset"; expected one of test, for example: {}',
    );
  });

  test.each([
    ['tset', 'test'],
    ['Test', 'test'],
    ['maxfiles', 'maxFiles'],
    ['max_files', 'maxFiles'],
    ['testfile', 'testFiles'],
    ['limit', 'limits'],
    ['zebra', null],
    ['', null],
    ['x'.repeat(1_000_000), null],
  ])('near to %j is %j', (word, meant) => {
    expect(nearest(word, ['test', 'setup', 'maxFiles', 'testFiles', 'limits'])).toBe(meant);
  });
});
