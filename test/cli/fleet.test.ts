import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fleetChoice } from '../../src/cli/fleet/query.js';
import type { FleetAnswer } from '../../src/cli/fleet/send-all.js';
import { fleetExit, fleetLine, sumLine } from '../../src/cli/fleet/tell-all.js';
import { CliError } from '../../src/cli/io.js';

const openOnly = 'WorkflowType = "tddRun" AND ExecutionStatus = "Running"';

describe('which runs a fleet command means', () => {
  test('open runs, of one repository, narrowed by a filter', () => {
    expect(fleetChoice({ repo: null, query: null }).query).toBe(openOnly);
    expect(fleetChoice({ repo: 'Acme/Shop/', query: ' PawlPhase = "green" OR PawlPhase = "red" ' }).query).toBe(
      `${openOnly} AND WorkflowId STARTS_WITH "tdd/acme/shop/" AND (PawlPhase = "green" OR PawlPhase = "red")`,
    );
  });

  test('a repository below another one is not meant', () => {
    const { isMeant } = fleetChoice({ repo: 'local/shop-1a2b3c', query: null });
    expect(isMeant('tdd/local/shop-1a2b3c/file-docs--issue')).toBe(true);
    expect(isMeant('tdd/local/shop-1a2b3c/more/issue-1')).toBe(false);
    expect(isMeant('tdd/local/shop-1a2b3cd/issue-1')).toBe(false);
  });

  test.each(['', 'shop', 'acme/shop" OR "1"="1', 'acme/*', '../..//'])(
    '--repo %j is refused, with an example',
    (repo) => {
      expect(() => fleetChoice({ repo, query: null })).toThrow(/--repo acme\/shop/);
    },
  );

  test.each([
    ['PawlStep = "1") OR (WorkflowType != ""', /closes a parenthesis that it did not open/],
    ['PawlStep = ")" OR (PawlStep = "2"', /parenthesis that is not closed/],
    ['PawlStep = "1', /quote " that is not closed/],
    ["PawlStep = '1\\'", /quote ' that is not closed/],
    ['PawlStep = "1" -- ', /"--", which ends a query or begins a comment/],
    ['PawlStep = "1" /* ', /begins a comment/],
    ['PawlStep = "1" # ', /begins a comment/],
    ['PawlStep = "1"; x', /";"/],
    ['  ', /is empty/],
  ])('--query %j is refused', (query, words) => {
    expect(() => fleetChoice({ repo: null, query })).toThrow(words);
  });

  test.each([
    'PawlStep = ")("',
    "PawlAgent = 'it''s'",
    'PawlStep IN ("1", "2") AND (PawlPhase = "red")',
    'PawlAgent = "a--b#"',
  ])('--query %j is taken as it is', (query) => {
    expect(fleetChoice({ repo: null, query }).query).toBe(`${openOnly} AND (${query})`);
  });

  test('whatever is typed, what is joined stays inside its parentheses or is refused', () => {
    const typed = fc.string({
      unit: fc.constantFrom('(', ')', '"', "'", '`', '\\', '-', '/', '*', '#', ';', ' ', 'a'),
    });
    fc.assert(
      fc.property(typed, (query) => {
        let joined: string;
        try {
          joined = fleetChoice({ repo: null, query }).query;
        } catch (error) {
          expect(error).toBeInstanceOf(CliError);
          return;
        }
        // Without what stands in quotes, every close has its open and nothing ends the statement.
        const bare = joined.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g, 'q');
        expect(bare).not.toMatch(/["'`;#]|--|\/\*/);
        const tail = bare.slice(bare.lastIndexOf('AND (') + 'AND '.length);
        let depth = 0;
        [...tail].forEach((char, at) => {
          depth += char === '(' ? 1 : char === ')' ? -1 : 0;
          if (at < tail.length - 1) expect(depth).toBeGreaterThan(0);
        });
        expect(depth).toBe(0);
      }),
    );
  });
});

describe('what a fleet command says', () => {
  const answers: readonly FleetAnswer[] = [
    { workflowId: 'tdd/a/b/issue-1', outcome: { kind: 'taken', answer: 'will stop after the green commit of step 2' } },
    { workflowId: 'tdd/a/b/issue-2', outcome: { kind: 'holds', answer: 'a stop "now" stands already' } },
    { workflowId: 'tdd/a/b/issue-3', outcome: { kind: 'ended', why: 'done' } },
  ];

  test('one line a run with its answer, and the sum', () => {
    expect(answers.map(fleetLine)).toEqual([
      'tdd/a/b/issue-1  will stop after the green commit of step 2',
      'tdd/a/b/issue-2  held already: a stop "now" stands already',
      'tdd/a/b/issue-3  ended meanwhile (the list lags behind): done',
    ]);
    expect(sumLine(answers)).toBe('3 open runs: 1 taken, 1 held already, 1 ended meanwhile (the list lags behind)');
  });

  test('exit 0 only when each has what was wanted', () => {
    const one = (kind: 'ignored' | 'unanswered' | 'failed'): FleetAnswer =>
      kind === 'ignored'
        ? { workflowId: 'x', outcome: { kind, answer: 'no' } }
        : { workflowId: 'x', outcome: { kind, why: 'no worker polls' } };
    expect(fleetExit(answers)).toBe(0);
    expect(fleetExit([...answers, one('unanswered')])).toBe(6);
    expect(fleetExit([...answers, one('unanswered'), one('failed')])).toBe(1);
    expect(fleetExit([...answers, one('ignored')])).toBe(1);
  });
});
