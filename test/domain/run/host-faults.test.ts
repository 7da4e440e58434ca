import { describe, expect, test } from '@jest/globals';
import { hostFault, type FaultFact } from '../../../src/domain/run/host-faults.js';

function fact(wish: Partial<FaultFact>): FaultFact {
  return { code: null, repository: null, message: 'said', ...wish };
}

describe('R-002-29: which cause a fault of this host stands for', () => {
  test.each([
    ['F52: git found no room', [fact({ repository: 'disk-full' })], 'disk-full', false],
    ['F52: a file of ours found none', [fact({ code: 'ENOSPC' })], 'disk-full', false],
    ['F52: a quota', [fact({ code: 'EDQUOT' })], 'disk-full', false],
    ['F53: a file system that turned read-only', [fact({ code: 'EROFS' })], 'disk-full', false],
    ['F53: the same in git’s words', [fact({ repository: 'read-only' })], 'disk-full', false],
    ['F47: a lock', [fact({ repository: 'locked' })], 'git-locked', true],
    ['an origin that does not answer', [fact({ repository: 'unreachable' })], 'push-failed', true],
    ['below an error of ours', [fact({}), fact({ repository: 'other' }), fact({ code: 'ENOSPC' })], 'disk-full', false],
    ['of two the outer one', [fact({ repository: 'locked' }), fact({ code: 'ENOSPC' })], 'git-locked', true],
  ] as const)('%s', (_name, chain, cause, passes) => {
    expect(hostFault(chain)).toMatchObject({ cause, passes });
  });

  test.each([
    ['none', []],
    ['a file that is not there', [fact({ code: 'ENOENT' })]],
    ['git failed for a reason of its own', [fact({ repository: 'other' })]],
    ['the word in a text alone', [fact({ message: 'ENOSPC: no space left on device' })]],
  ])('on no list: %s', (_name, chain) => {
    expect(hostFault(chain)).toBeNull();
  });
});
