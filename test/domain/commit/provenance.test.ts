import { describe, expect, test } from '@jest/globals';
import type { LedgerStep } from '../../../src/domain/plan/plan.js';
import { claimsTask, judgeClaim, standingOf, type Claim } from '../../../src/domain/commit/provenance.js';

const files = ['src/a.js', 'test/a.test.js'];
const sha = 'c'.repeat(40);
const other = 'd'.repeat(40);
const commit = (paths: readonly string[], evidence: string | null = null) => ({ sha, paths, evidence });
const cited = (more: Partial<{ isAncestor: boolean; paths: readonly string[] }> = {}) => ({
  ...{ sha: other, isAncestor: true, paths: ['src/a.js'] },
  ...more,
});

describe('what one commit says of its task', () => {
  test('code completes it, whatever else stands there', () => {
    expect(judgeClaim(commit(['src/a.js', '.tdd/issue-1.md']), null, files)).toEqual({ kind: 'code', sha });
    expect(judgeClaim(commit(['lib/x.py'], 'nonsense'), null, files).kind).toBe('code');
  });

  test('R-001-41: a bare empty commit completes nothing', () => {
    expect(judgeClaim(commit([]), null, files)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('completes nothing'),
    });
  });

  test('a change of the ledger alone says nothing', () => {
    expect(judgeClaim(commit(['.tdd/issue-1.md']), null, files).kind).toBe('says-nothing');
  });

  test('R-001-36, R-001-39: satisfied-by a commit that is there, on the branch, not empty, and touches the step’s files', () => {
    const claim = judgeClaim(commit([], 'satisfied-by ddddddd'), cited(), files);
    expect(claim).toEqual({ kind: 'evidence', sha, how: `satisfied-by ${other}` });
  });

  test.each([
    ['of no commit', null, 'there is no one commit ddddddd', 'ddddddd'],
    ['of another branch', cited({ isAncestor: false }), 'no ancestor', other],
    ['of an empty commit', cited({ paths: [] }), 'is empty', other],
    ['of a commit elsewhere', cited({ paths: ['docs/x.md'] }), 'touches none of the step', other],
    ['of the ledger', cited({ paths: ['.tdd/issue-1.md'] }), 'touches none of the step', other],
  ])('a forgery: satisfied-by %s', (_what, found, why, named) => {
    const claim = judgeClaim(commit([], 'satisfied-by ddddddd'), found, files);
    expect(claim).toEqual({ kind: 'refused', sha, cited: named, why: expect.stringContaining(why) });
  });

  test.each([
    'skipped',
    'skipped ',
    'skipped    ',
    'satisfied-by',
    'satisfied-by HEAD',
    'satisfied-by abc',
    'SKIPPED x',
    'yes',
  ])('R-001-37: "Evidence: %s" is none', (text) => {
    expect(judgeClaim(commit([], text), cited(), files)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('neither'),
    });
  });

  test('R-001-37: skipped with a reason', () => {
    expect(judgeClaim(commit([], 'skipped was there already'), null, files)).toEqual({
      kind: 'evidence',
      sha,
      how: 'skipped: was there already',
    });
  });

  test('C-10: T7 and 7 are one task; a key in other letters is none', () => {
    expect(claimsTask([{ key: 'Task', value: 'T7' }], '7')).toBe(true);
    expect(claimsTask([{ key: 'task', value: '7' }], '7')).toBe(false);
    expect(claimsTask([{ key: 'Task', value: '7.1' }], '7')).toBe(false);
  });
});

describe('where a step stands', () => {
  const step = (done: boolean): LedgerStep => ({ id: '2', title: 'a', criterion: 1, done, refactorPending: false });
  const code: Claim = { kind: 'code', sha };
  const evidence: Claim = { kind: 'evidence', sha, how: 'skipped: x' };
  const refused: Claim = { kind: 'refused', sha, cited: other, why: 'is empty' };
  const nothing: Claim = { kind: 'says-nothing', sha };

  test.each<[string, boolean, readonly Claim[], string]>([
    ['ticked, with code', true, [nothing, code], 'code'],
    ['ticked, with evidence', true, [evidence], 'evidence'],
    ['not ticked, with evidence', false, [evidence], 'evidence'],
    ['not ticked, with code: a person wants it again', false, [code], 'open'],
    ['ticked, with a forgery', true, [refused], 'forged'],
    ['ticked, a forgery after the code', true, [refused, code], 'code'],
    ['ticked, nothing at all', true, [], 'by-hand'],
    ['ticked, the ledger’s own commits only', true, [nothing], 'by-hand'],
    ['not ticked, nothing', false, [], 'open'],
    ['not ticked, a forgery', false, [refused], 'open'],
  ])('%s', (_what, done, claims, kind) => {
    expect(standingOf(step(done), claims).kind).toBe(kind);
  });

  test('a forgery is said with both shas, a tick by hand with what would say why', () => {
    expect(standingOf(step(true), [refused]).note).toBe(
      'step 2 is ticked, but counts as open: cccccccccc, which cites dddddddddd: is empty',
    );
    expect(standingOf(step(true), []).note).toContain('"Task: 2" and "Evidence: skipped <reason>"');
    expect(standingOf(step(true), [code]).note).toBeNull();
  });
});
