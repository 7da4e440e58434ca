import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  branchName,
  ledgerPath,
  parseAttemptName,
  parseBranchName,
  parseWorkflowId,
  renderAttemptName,
  renderOrigin,
  renderWorkflowId,
  runKey,
  sourceName,
  type OriginName,
  type SourceName,
} from '../../../src/domain/run/names.js';
import { fileSlug, titleSlug } from '../../../src/domain/run/slugs.js';

const issue = (number: number): SourceName => ({ kind: 'issue', number });
const file = (slug: string): SourceName => ({ kind: 'file', slug });
const shop: OriginName = { kind: 'remote', slug: 'acme/shop' };

function isRefForGit(ref: string): boolean {
  return spawnSync('git', ['check-ref-format', ref]).status === 0;
}

const oddTitles = [
  `Don't lose "a\\tb" & \`date\` for $HOME <b>`,
  '#1 first',
  '-n option',
  '--upload-pack=evil',
  '..',
  'a..b',
  'HEAD',
  'refs.lock',
  '@{upstream}',
  '@',
  '~^:?*[\\',
  '',
  '   ',
  '🎉🎉',
  'Прошедший срок',
  'Über straße ﬁ',
  'a\nb\u0000c\u001b[31m',
  'x'.repeat(5_000),
  '/'.repeat(300),
];

describe('slug of an issue file', () => {
  test('plain paths keep their words, and a folder shows as two hyphens', () => {
    expect(fileSlug('issue.md')).toBe('issue');
    expect(fileSlug('docs/reject-expired-tokens.md')).toBe('docs--reject-expired-tokens');
    expect(fileSlug('./docs//issue.md')).toBe('docs--issue');
  });

  test('paths that look alike never share a slug', () => {
    const alike = [
      'docs/a-b.md',
      'docs/a/b.md',
      'docs-a-b.md',
      'docs--a-b.md',
      'docs/a--b.md',
      'docs/a-/b.md',
      'docs/-a-b.md',
      'docs/A-b.md',
      'docs/a_b.md',
      'docs/a b.md',
      'docs/a.b.md',
      'docs/a-b.txt',
      'docs/a-b',
      'docs/a-b.MD',
      'docs/ä-b.md',
      '../docs/a-b.md',
    ];
    const slugs = alike.map(fileSlug);
    expect(new Set(slugs).size).toBe(alike.length);
    expect(slugs.every((slug) => /^[a-z0-9][a-z0-9-]{0,59}$/.test(slug))).toBe(true);
  });

  test('a path too long for a slug is cut, and two such paths still differ', () => {
    const long = (end: string): string => fileSlug(`docs/${'long-'.repeat(12)}${end}.md`);
    expect(long('a')).toMatch(/^docs(-long)+---[a-z0-9]{11}$/);
    expect(long('a').length).toBeLessThanOrEqual(60);
    expect(long('a')).not.toBe(long('b'));
    expect(fileSlug(`${'x'.repeat(60)}.md`)).toBe('x'.repeat(60));
    expect(fileSlug(`${'x'.repeat(61)}.md`)).toMatch(/^x{46}---[a-z0-9]{11}$/);
  });

  test('a file named like a numbered issue takes neither its ledger nor its branch', () => {
    for (const path of ['issue-42.md', 'issue-42-expired-tokens.md']) {
      expect(ledgerPath(file(fileSlug(path)))).not.toBe(ledgerPath(issue(42)));
      expect(branchName(file(fileSlug(path)), '')).not.toBe(branchName(issue(42), 'expired tokens'));
      expect(parseBranchName(branchName(file(fileSlug(path)), ''))).toEqual(file(fileSlug(path)));
    }
  });

  test('every path gives a short slug of plain letters, and different paths different ones', () => {
    const path = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '-', '/', '.', 'A', ' '), minLength: 1, maxLength: 90 }),
    );
    const same = (one: string): string =>
      one
        .split('/')
        .filter((part) => part !== '' && part !== '.')
        .join('/');
    fc.assert(
      fc.property(path, path, (one, other) => {
        const slugs = [fileSlug(one), fileSlug(other)];
        expect(slugs.every((slug) => /^[a-z0-9][a-z0-9-]{0,59}$/.test(slug))).toBe(true);
        expect(slugs[0] === slugs[1]).toBe(same(one) === same(other));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('branch names', () => {
  test('an issue has its number and the words of its title', () => {
    expect(branchName(issue(42), 'Reject expired tokens!')).toBe('tdd/issue-42-reject-expired-tokens');
    expect(branchName(issue(42), 'Über straße ﬁ')).toBe('tdd/issue-42-uber-stra-e-fi');
    expect(branchName(issue(42), '🎉')).toBe('tdd/issue-42');
    expect(branchName(file('docs--issue'), 'never the title')).toBe('tdd/docs--issue');
  });

  test.each(oddTitles)('R28: git accepts the branch for the title %j', (title) => {
    const branch = branchName(issue(7), title);
    expect(isRefForGit(`refs/heads/${branch}`)).toBe(true);
    expect(spawnSync('git', ['check-ref-format', '--branch', branch]).status).toBe(0);
    expect(branch).toMatch(/^tdd\/issue-7(-[a-z0-9]+)*$/);
    expect(parseBranchName(branch)).toEqual(issue(7));
  });

  test('any title at all gives a branch of plain letters that reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 1e9 }), (title, number) => {
        const branch = branchName(issue(number), title);
        expect(branch).toMatch(/^tdd\/issue-[1-9]\d*(-[a-z0-9]+)*$/);
        expect(branch.length).toBeLessThan(80);
        expect(parseBranchName(branch)).toEqual(issue(number));
      }),
    );
    expect(titleSlug('one two three four five six seven eight nine ten eleven')).toBe(
      'one-two-three-four-five-six-seven-eight-nine-ten',
    );
  });

  test('a foreign branch is no branch of a run', () => {
    for (const branch of ['main', 'tdd/', 'tdd/a/b', 'tdd/-x', 'tdd/A', 'x/tdd/issue-1', 'tdd/issue-1 ']) {
      expect(parseBranchName(branch)).toBeNull();
    }
  });
});

describe('workflow ids', () => {
  test('say repository and source, as design 7 spells them', () => {
    expect(renderWorkflowId(shop, issue(42))).toBe('tdd/acme/shop/issue-42');
    expect(renderWorkflowId(shop, file('docs--issue'))).toBe('tdd/acme/shop/file-docs--issue');
    const local: OriginName = { kind: 'local', folder: 'Shop', hex: '1a2b3c' };
    expect(renderWorkflowId(local, issue(1))).toBe('tdd/local/shop-1a2b3c/issue-1');
    expect(sourceName({ slug: 'a', issueNumber: 3 })).toEqual(issue(3));
    expect(sourceName({ slug: 'a', issueNumber: null })).toEqual(file('a'));
  });

  test('one repository has one id, however its remote is spelled', () => {
    expect(renderOrigin({ kind: 'remote', slug: 'Acme/Shop' })).toBe(renderOrigin(shop));
  });

  test('an owner called "local" is not taken for a folder of this host', () => {
    const remote: OriginName = { kind: 'remote', slug: 'local/shop-1a2b3c' };
    const folder: OriginName = { kind: 'local', folder: 'shop', hex: '1a2b3c' };
    expect(renderWorkflowId(remote, issue(1))).not.toBe(renderWorkflowId(folder, issue(1)));
    expect(parseWorkflowId(renderWorkflowId(remote, issue(1)))).toEqual({ origin: remote, source: issue(1) });
    expect(parseWorkflowId(renderWorkflowId(folder, issue(1)))).toEqual({ origin: folder, source: issue(1) });
  });

  test('what was written reads back the same', () => {
    const segment = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/);
    const origin: fc.Arbitrary<OriginName> = fc.oneof(
      fc
        .array(segment, { minLength: 1, maxLength: 4 })
        .map((parts) => ({ kind: 'remote' as const, slug: parts.join('/') })),
      fc.record({
        kind: fc.constant('local' as const),
        folder: segment,
        hex: fc.stringMatching(/^[0-9a-f]{6}$/),
      }),
    );
    const source: fc.Arbitrary<SourceName> = fc.oneof(
      fc.integer({ min: 1, max: 1e9 }).map(issue),
      fc.string().map((path) => file(fileSlug(path))),
    );
    fc.assert(
      fc.property(origin, source, (one, other) => {
        expect(parseWorkflowId(renderWorkflowId(one, other))).toEqual({ origin: one, source: other });
      }),
    );
  });

  test('odd folders and remotes still give an id, and foreign ids read as null', () => {
    for (const odd of ['', '..', '...', '🎉', 'a b/c', '-x', '\u0000']) {
      expect(parseWorkflowId(renderWorkflowId({ kind: 'local', folder: odd, hex: '1a2b3c' }, issue(1)))).not.toBeNull();
      expect(parseWorkflowId(renderWorkflowId({ kind: 'remote', slug: odd }, issue(1)))).not.toBeNull();
    }
    const foreign = [
      '',
      'x',
      'tdd',
      'tdd/issue-1',
      'tdd//issue-1',
      'tdd/a/b/issue-0',
      'tdd/local/x/issue-1',
      'tdd/local/x-1a2b3c/y/issue-1',
      'tdd/a/b/c',
    ];
    for (const id of foreign) expect(parseWorkflowId(id)).toBeNull();
  });
});

describe('attempts and run folders', () => {
  const key = runKey('0198c5f0-7a1e-7b62-9c55-0a4be86cd3a1');

  test.each(['1', '1.2', 'T014', 'a..b', '.x', 'x.', 'x.lock', 'X.LOCK', '-', '..', '.'])(
    'git accepts the ref of a kept attempt of step %j, and it reads back',
    (step) => {
      const name = renderAttemptName({ runKey: key, step, number: 3 });
      expect(isRefForGit(`refs/pawl/attempts/${name}`)).toBe(true);
      expect(parseAttemptName(name)).toEqual({ runKey: key, step, number: 3 });
    },
  );

  test('the key of a run is its first run id, or something as safe in its place', () => {
    expect(key).toBe('0198c5f0-7a1e-7b62-9c55-0a4be86cd3a1');
    for (const odd of ['', '.', '..', '../x', 'A', 'a/b', 'x'.repeat(100)]) {
      expect(runKey(odd)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(runKey(odd).length).toBeLessThanOrEqual(64);
    }
    expect(runKey('A')).not.toBe(runKey('B'));
    expect(parseAttemptName('x')).toBeNull();
  });
});
