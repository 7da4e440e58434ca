import { describe, expect, test } from '@jest/globals';
import type { ResumeCarry } from '../../src/contract/run-input.js';
import { checkedAllow, newlyAllowed } from '../../src/cli/start/allow.js';
import { disciplineText, standardRules } from '../../src/domain/run/discipline.js';
import { reportText } from '../../src/cli/render/report.js';
import { statusText } from '../../src/cli/render/status.js';
import { paint } from '../../src/cli/render/colour.js';
import * as samples from './support/samples.js';

const wrongUse = (words: RegExp) =>
  expect.objectContaining({ name: 'CliError', exitCode: 2, message: expect.stringMatching(words) });
const who = { by: 'ada@laptop', atMs: 5 };
const clock = { path: 'src/clock.js', because: 'the time comes from it', ...who };

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('R-004-20, R-004-21: pawl resume --allow', () => {
  test.each([
    ['/etc/passwd', /is absolute/],
    ['../other/a.js', /leads out of the repository/],
    ['src/*.js', /is a pattern; each file/],
    ['src/', /ends with "\/"/],
    ['', /is empty/],
    ['.tdd/issue-1.md', /only Pawl writes/],
    ['.git/config', /git directory/],
    ['a\\b.js', /backslash/],
    ['~/a.js', /absolute/],
  ])('%s is refused with an example', (path, words) => {
    const error = thrownBy(() => checkedAllow({ allow: [path], because: 'x' }));
    expect(error).toEqual(wrongUse(words));
    expect(error).toEqual(wrongUse(/for example: pawl resume .* --allow src\/clock\.js --because "/));
  });

  test('the list is never widened without a reason, and a reason alone widens nothing', () => {
    expect(thrownBy(() => checkedAllow({ allow: ['a.js'] }))).toEqual(wrongUse(/--allow needs a reason/));
    expect(thrownBy(() => checkedAllow({ allow: ['a.js'], because: '  ' }))).toEqual(wrongUse(/needs a reason/));
    expect(thrownBy(() => checkedAllow({ because: 'x' }))).toEqual(wrongUse(/--because belongs to --allow/));
    expect(checkedAllow({})).toEqual({ paths: [], because: '' });
  });

  test('a name that merely looks like a pattern is a name', () => {
    const wish = { allow: ['./app/[id].tsx', 'app/[id].tsx', 'a b/ü.js'], because: ' why ' };
    expect(checkedAllow(wish)).toEqual({ paths: ['app/[id].tsx', 'a b/ü.js'], because: 'why' });
  });

  test('recorded with who and why; what was allowed before is said, not added twice', () => {
    const wish = checkedAllow({ allow: ['src/clock.js', 'src/b.js'], because: 'again' });
    const carry: ResumeCarry = { ...samples.carry, allowed: [clock] };
    expect(newlyAllowed('tdd/x', carry, wish, who)).toEqual({
      allowed: [{ path: 'src/b.js', because: 'again', ...who }],
      said: [
        'allowed besides the plan from now on: src/b.js (ada@laptop: again)',
        'allowed already: src/clock.js (ada@laptop: the time comes from it)',
      ],
    });
  });

  test('a last execution that left nothing, or a full list, is said before anything starts', () => {
    const wish = checkedAllow({ allow: ['a.js'], because: 'x' });
    expect(thrownBy(() => newlyAllowed('tdd/x', null, wish, who))).toEqual(wrongUse(/left nothing behind/));
    const full = { ...samples.carry, allowed: Array.from({ length: 50 }, (_, k) => ({ ...clock, path: `${k}.js` })) };
    expect(thrownBy(() => newlyAllowed('tdd/x', full, wish, who))).toEqual(wrongUse(/a run takes 50/));
  });
});

describe('shown', () => {
  const strict = { discipline: 'strict', domainReview: true, isolation: 'split', scopeCheck: 'enforced' } as const;

  test('the discipline in one line', () => {
    expect(disciplineText(strict)).toBe('discipline strict: domain review, isolation split, scope enforced');
    expect(disciplineText(standardRules)).toBe('discipline standard');
  });

  test('status and report name discipline, path, who and why', () => {
    const text = 'src/clock.js (ada@laptop: the time comes from it)';
    expect(reportText({ ...samples.report, allowed: [clock] }, [])).toContain(`Allowed besides the plan:\n  - ${text}`);
    const extras = { ledger: null, senderOf: () => null };
    const view = { ...samples.status, discipline: strict, allowed: [clock] };
    const shown = statusText(view, extras, 0, paint(false));
    expect(shown).toContain(`besides the plan: ${text}`);
    expect(shown).toContain('discipline strict: domain review, isolation split, scope enforced');
    // A worker of an earlier version gives neither.
    expect(statusText(samples.status, extras, 0, paint(false))).not.toContain('discipline');
  });
});
