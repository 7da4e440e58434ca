import { describe, expect, test } from '@jest/globals';
import { firstTries, nextTry, type Spends, type Tries } from '../../../src/domain/run/tries.js';

/** Who makes each try after one that was sent back; `-` when nobody does. */
function after(spent: readonly Spends[], hasDebugger = true): readonly string[] {
  let tries: Tries = firstTries;
  const who: string[] = [];
  for (const spends of spent) {
    const next = nextTry(tries, spends, hasDebugger);
    who.push(next.kind === 'again' ? next.tries.by : `- ${next.budget}`);
    if (next.kind === 'used-up') break;
    ({ tries } = next);
  }
  return who;
}

describe('R-001-14, R-004-30: GREEN’s tries', () => {
  test('two edits that do not go green call the debugger, who has two attempts', () => {
    expect(after(['evidence', 'evidence', 'evidence', 'evidence'])).toEqual([
      ...['developer', 'debugger', 'debugger', '- debug'],
    ]);
  });

  test('C-8: a REJECT spends the revise budget alone, and gives the developer two edits again', () => {
    expect(after(['revise', 'revise', 'revise'])).toEqual(['developer', 'developer', '- revise']);
    expect(after(['evidence', 'revise', 'evidence', 'evidence'])).toEqual([
      ...['developer', 'developer', 'developer', 'debugger'],
    ]);
  });

  test('the debug budget is one for the phase, whatever a reviewer said between', () => {
    const spent = ['evidence', 'evidence', 'evidence', 'revise', 'evidence', 'evidence', 'evidence'] as const;
    expect(after(spent)).toEqual([
      'developer',
      'debugger',
      'debugger',
      'developer',
      'developer',
      'debugger',
      '- debug',
    ]);
  });

  test('a debugger whose tree a reviewer rejects hands over to the developer', () => {
    expect(after(['evidence', 'evidence', 'revise'])).toEqual(['developer', 'debugger', 'developer']);
  });

  test('a person’s reject costs nothing, as often as it comes', () => {
    expect(after(Array.from({ length: 9 }, () => 'nothing' as const))).toEqual(
      Array.from({ length: 9 }, () => 'developer'),
    );
    expect(after(['nothing', 'revise', 'nothing', 'revise', 'revise'])).toEqual([
      ...['developer', 'developer', 'developer', 'developer', '- revise'],
    ]);
  });

  test('where there is no debugger, evidence counts as a revise', () => {
    expect(after(['evidence', 'revise', 'evidence'], false)).toEqual(['developer', 'developer', '- revise']);
  });
});
