import { done, type Mode } from './mode.js';

const answering = (id: string, shows: readonly string[], what: string, answer: unknown, follows: string): Mode => ({
  id,
  shows,
  what: `verifier: ${what}`,
  does: () => [],
  line: { answer },
  role: 'verifier',
  expects: done(follows),
});

/** What a verifier may answer, and what counts. */
export const verifierModes: readonly Mode[] = [
  {
    id: 'verdict-none',
    shows: ['F45', 'R17'],
    what: 'verifier: a bold PASS in a heading, and no record',
    does: () => [{ say: '# Verdict: **PASS**' }, { exit: 0 }],
    role: 'verifier',
    expects: { outcome: 'contract', follows: 'MALFORMED', message: /^exit code 0, no record$/ },
  },
  answering(
    'verdict-both',
    ['F45'],
    'PASS with a reason against it',
    { verdict: 'PASS', reasons: ['no'] },
    'MALFORMED',
  ),
  answering('verdict-prose', ['F45', 'R17'], 'an answer in prose', 'PASS, all is well', 'MALFORMED'),
  answering('verdict-echo', ['R17'], 'the list of choices', { verdict: 'PASS|REJECT', reasons: [] }, 'MALFORMED'),
  answering(
    'verdict-reject',
    ['R17'],
    'a REJECT that speaks of passing',
    { verdict: 'REJECT', reasons: ['the other tests pass'] },
    'REJECT',
  ),
  {
    id: 'verdict-after-edit',
    shows: ['R18'],
    what: 'verifier: changes a file in its copy, then PASS: bound to the tree that it was given',
    does: () => [{ write: 'src/cart.js', text: 'export const add = () => 3;\n' }],
    line: { answer: { verdict: 'PASS', reasons: [] } },
    role: 'verifier',
    expects: done('PASS'),
  },
];
