import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderCommitMessage } from '../../../src/domain/commit/commit-message.js';
import { parseTrailers } from '../../../src/domain/commit/parse-trailers.js';
import { hasSignOff, withSignOff } from '../../../src/domain/commit/sign-off.js';
import { readPawlTrailers, type PawlTrailers } from '../../../src/domain/commit/trailers.js';

const ada = { name: 'Ada Example', email: 'ada@example.org' };
const trailers: PawlTrailers = { task: '7', run: 'run-1', phase: 'green', gear: 'review-before', evidence: null };
const rendered = (title: string, body: readonly string[]) =>
  renderCommitMessage({ kind: 'feat', title, body, trailers });

test('R-001-40: under any title and body the sign-off is one more trailer of the same paragraph, once', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Signed-off-by: Eve <e@x>', `Signed-off-by: ${ada.name} <${ada.email}>`, 'Task: 9', '#', '---', ''),
  );
  fc.assert(
    fc.property(any, fc.array(any, { maxLength: 3 }), (title, body) => {
      const message = rendered(title, body);
      const signed = withSignOff(message, ada);
      expect(parseTrailers(signed)).toEqual([
        ...parseTrailers(message),
        { key: 'Signed-off-by', value: 'Ada Example <ada@example.org>' },
      ]);
      expect(readPawlTrailers(parseTrailers(signed))).toEqual(trailers);
      expect(signed.split('\n\n')).toHaveLength(message.split('\n\n').length);
      expect(hasSignOff(message, ada)).toBe(false);
      expect(withSignOff(signed, ada)).toBe(signed);
    }),
    { numRuns: 300 },
  );
});

test('any name and address make one line, which reads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, email) => {
      const signed = withSignOff(rendered('x', []), { name, email });
      expect(readPawlTrailers(parseTrailers(signed))).toEqual(trailers);
      expect(parseTrailers(signed)).toHaveLength(5);
      expect(withSignOff(signed, { name, email })).toBe(signed);
    }),
  );
});

test.each(['Ada', ' Ada. ', 'A. "Lovelace"', 'Ada, Countess;', "O'Brien", 'Ada <x> B', 'Zoë', 'Ada Jr.'])(
  'the name %j stands as git itself writes it',
  (name) => {
    const env = { PATH: process.env['PATH'], GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: ada.email };
    const { stdout } = spawnSync('git', ['var', 'GIT_COMMITTER_IDENT'], { env, encoding: 'utf8' });
    const ident = stdout.replace(/ \d+ [+-]\d{4}\n$/, '');
    expect(withSignOff(rendered('x', []), { name, email: ada.email })).toContain(`\nSigned-off-by: ${ident}\n`);
  },
);
