import { describe, expect, test } from '@jest/globals';
import { Cause, causeClass, decisionText, nextDecision, type NextDecision } from '../../../src/domain/run/causes.js';

/** Design 9, row by row: cause, class, and what a person does before a resume helps. */
const design9: readonly (readonly [readonly Cause[], 'process' | 'system', NextDecision])[] = [
  [['needs-user'], 'process', 'answer'],
  [
    ['no-criteria', 'no-behaviour', 'no-tasks', 'too-broad', 'plan-invalid', 'not-approved', 'list-changed'],
    'process',
    'mend-source',
  ],
  [
    [
      ...(['source-unusable', 'base-unknown', 'dirty-origin', 'baseline-red', 'no-test-command'] as const),
      'unsupported-repository',
    ],
    'process',
    'mend-repository',
  ],
  [
    [
      ...(['wrong-red', 'red-not-observed', 'implement-without-test', 'rejected', 'debug-exhausted'] as const),
      ...(['critic-rejected', 'file-gate', 'leaf-limit'] as const),
    ],
    'process',
    'fresh-try',
  ],
  // A fresh try with nothing left to spend would end at once.
  [['budget'], 'process', 'more-budget'],
  [['branch-moved', 'push-refused'], 'process', 'look-at-branch'],
  [['verdict-malformed', 'contract-broken'], 'system', 'fresh-try'],
  [['killed-hung', 'killed-external', 'leaf-crashed', 'out-of-memory'], 'system', 'fresh-try'],
  [
    [
      ...(['agent-missing', 'agent-auth', 'agent-config', 'agent-unavailable', 'jail-missing'] as const),
      ...(['runner-missing', 'setup-failed', 'tests-did-not-end', 'hook-broken'] as const),
    ],
    'system',
    'mend-system',
  ],
  [
    [
      ...(['disk-full', 'git-locked', 'push-failed', 'tracker-auth', 'tracker-unavailable'] as const),
      ...(['worker-lost', 'host-lost', 'server-problem'] as const),
    ],
    'system',
    'mend-system',
  ],
];

const rows = design9.flatMap(([causes, cls, next]) => causes.map((cause) => [cause, cls, next] as const));

describe('R-002-29: the causes of a bail', () => {
  test.each(rows)('%s: %s, next: %s', (cause, cls, next) => {
    expect({ class: causeClass(cause), next: nextDecision(cause) }).toEqual({ class: cls, next });
  });

  test('the table holds each cause once', () => {
    expect(rows.map(([cause]) => cause).sort()).toEqual([...Cause.options].sort());
  });

  test('R-004-42: each names the next decision with a command', () => {
    for (const cause of Cause.options) expect(decisionText(cause)).toContain('pawl resume <run>');
  });

  test('needs-user is resumed with an answer', () => {
    expect(decisionText('needs-user')).toContain('--answer');
  });
});
