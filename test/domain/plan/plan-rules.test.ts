import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { validatePlan, type PlanFacts, type PlanFinding } from '../../../src/domain/plan/plan-rules.js';

const facts: PlanFacts = {
  criteria: ['An expired token gets 401', 'A skew of 60 s is allowed'],
  maxFiles: 5,
  existingFiles: ['src/auth.js', 'src/Clock.js', 'docs/readme.md', 'pages/[id].js', 'odd (new)', 'test/old.test.js'],
  isTestFile: (path) => path.includes('.test.'),
};

interface Draft {
  readonly files: readonly unknown[];
  readonly steps: readonly unknown[];
}

const good: Draft = {
  files: [
    { path: 'src/auth.js', isNew: false },
    { path: 'test/auth.test.js', isNew: true },
  ],
  steps: [
    { id: '1', title: 'an expired token gets 401', criterion: 1, shape: 'behaviour' },
    { id: '2', title: 'a skew of 60 s is allowed', criterion: 2, shape: 'behaviour' },
  ],
};

function step(id: string, criterion = 1, more: object = {}): object {
  return { id, title: `step ${id}`, criterion, shape: 'behaviour', ...more };
}

function withSteps(...steps: readonly object[]): Draft {
  return { ...good, steps };
}

/** The good plan with its code file replaced, so that the test file stays. */
function withFile(path: string): Draft {
  return {
    ...good,
    files: [
      { path: 'src/auth.js', isNew: false },
      { path: 'test/auth.test.js', isNew: true },
      { path, isNew: true },
    ],
  };
}

function problemsOf(finding: PlanFinding): readonly string[] {
  return finding.kind === 'problems' ? finding.problems : [];
}

function causeOf(finding: PlanFinding): string | null {
  return finding.kind === 'problems' ? finding.cause : null;
}

describe('a good plan', () => {
  test('is taken with the criteria of the source, not of the leaf', () => {
    const finding = validatePlan(good, facts);
    // One new test a step, unless the plan says otherwise (R-001-02).
    const steps = good.steps.map(() => expect.objectContaining({ shape: 'behaviour', tests: 1 }));
    expect(finding).toEqual({ kind: 'ok', plan: { criteria: facts.criteria, files: good.files, steps } });
  });

  test('defaults: a step without a shape is a behaviour, a file without isNew is looked up', () => {
    const finding = validatePlan(
      {
        files: [{ path: 'src/auth.js' }, { path: 'test/auth.test.js' }],
        steps: [
          { id: '1', title: 'a', criterion: 1 },
          { id: '2', title: 'b', criterion: 2 },
        ],
      },
      facts,
    );
    expect(finding).toMatchObject({
      plan: { files: good.files, steps: [{ shape: 'behaviour' }, { shape: 'behaviour' }] },
    });
  });

  test('R-004-07: "(new)", "./", blanks and a wrong isNew are mended, and a file named twice counts once', () => {
    const finding = validatePlan(
      {
        ...good,
        files: [
          { path: './src/auth.js', isNew: true },
          { path: 'src/auth.js', isNew: false },
          { path: ' test/auth.test.js (new)', isNew: false },
          { path: 'odd (new)', isNew: true },
        ],
      },
      facts,
    );
    expect(finding).toMatchObject({
      plan: {
        files: [
          { path: 'src/auth.js', isNew: false },
          { path: 'test/auth.test.js', isNew: true },
          { path: 'odd (new)', isNew: false },
        ],
      },
    });
  });

  test('R28: a title is data and arrives letter for letter', () => {
    const title = `-n Don't lose "a\\tb" & \`date\` for $HOME <b> --> #1`;
    const finding = validatePlan(withSteps(step('1', 1, { title }), step('2', 2)), facts);
    expect(finding).toMatchObject({ plan: { steps: [{ title }, {}] } });
  });
});

describe('steps', () => {
  test('C-5: a criterion without a step is named with its words', () => {
    const finding = validatePlan(withSteps(step('1')), facts);
    expect(causeOf(finding)).toBe('plan-invalid');
    expect(problemsOf(finding)).toEqual([
      'criterion 2 has no step ("A skew of 60 s is allowed"); expected at least one, for example: "criterion": 2',
    ]);
  });

  test('a criterion that does not exist is refused', () => {
    const problems = problemsOf(validatePlan(withSteps(step('1'), step('2', 2), step('3', 3)), facts));
    expect(problems).toEqual(['step "3": there is no criterion 3; expected a number from 1 to 2']);
  });

  test.each([
    ['7', 'T7'],
    ['T014', 't014'],
    ['a', 'A'],
    ['1', '1'],
  ])('C-10: ids %j and %j are one', (one, other) => {
    expect(problemsOf(validatePlan(withSteps(step(one), step(other, 2)), facts))).toHaveLength(1);
  });

  test.each(['task-7', 'TASK-1', 'Task-', '.', '..', '-1', '_'])('C-10: the id %j is refused', (id) => {
    const finding = validatePlan(withSteps(step(id), step('2', 2)), facts);
    expect(causeOf(finding)).toBe('plan-invalid');
    expect(problemsOf(finding)[0]).toContain(`step "${id}": its id `);
  });

  test.each(['1', '1.2', 'T014', '13.A.7', 'rem-adr-001', 'task_1', 'A8'])('the id %j is kept as written', (id) => {
    expect(validatePlan(withSteps(step(id), step('2', 2)), facts)).toMatchObject({ plan: { steps: [{ id }, {}] } });
  });

  test('C-18: a plan without a behaviour is refused by that name', () => {
    const finding = validatePlan(withSteps(step('1', 1, { shape: 'tidy' }), step('2', 2, { shape: 'document' })), {
      ...facts,
      shapes: ['behaviour', 'tidy', 'document'],
    });
    expect(causeOf(finding)).toBe('no-behaviour');
    expect(problemsOf(finding)).toHaveLength(1);
  });

  test('a shape that the run has no path for is refused', () => {
    const draft = withSteps(step('1'), step('2', 2, { shape: 'tidy' }));
    expect(problemsOf(validatePlan(draft, facts))).toEqual([
      'step "2": shape "tidy" has no path here; expected one of behaviour, for example: behaviour',
    ]);
    expect(validatePlan(draft, { ...facts, shapes: ['behaviour', 'tidy'] }).kind).toBe('ok');
  });

  test('a title of two lines, or of nothing, is refused', () => {
    for (const title of ['a\nb', '', '  ', 'a\u0085b', 'a\u0007']) {
      expect(causeOf(validatePlan(withSteps(step('1', 1, { title }), step('2', 2)), facts))).toBe('plan-invalid');
    }
  });
});

describe('files (R-004-06)', () => {
  test.each([
    ['/etc/passwd', 'absolute'],
    ['C:/x.js', 'absolute'],
    ['~/x.js', 'absolute'],
    ['../x.js', 'leads out'],
    ['src/../x.js', 'leads out'],
    ['src\\x.js', 'backslash'],
    ['src//x.js', 'empty'],
    ['src/./x.js', '"."'],
    ['src/x/', 'ends with'],
    ['a\u0000b.js', 'control'],
    ['a\nb.js', 'control'],
    ['a\ud800.js', 'Unicode'],
    ['.git/config', 'git directory'],
    ['sub/.GIT/hooks/x', 'git directory'],
    ['.git./config', 'git directory'],
    ['.gi\u200ct/config', 'git directory'],
    ['.tdd/issue-1.md', 'ledger'],
    ['.TDD/x', 'ledger'],
    ['.current-gear', 'gear file'],
    ['specs/0001/.current-gear', 'gear file'],
    ['RALPH_STOP', 'stop file'],
    ['pawl.json', 'rules for Pawl'],
    ['src/*.js', 'pattern'],
    ['src', 'is a folder'],
    ['SRC', 'is a folder'],
    ['src/clock.js', 'only in case'],
    ['src/auth.js/x.js', 'which is a file'],
  ])('T9: %j is refused', (path, reason) => {
    const finding = validatePlan(withFile(path), facts);
    expect(causeOf(finding)).toBe('plan-invalid');
    expect(problemsOf(finding)).toEqual([expect.stringContaining(reason)]);
    expect(problemsOf(finding)[0]).not.toMatch(/[\u0000\n]/);
  });

  test('two planned files that a file system can take for one are refused', () => {
    const pair = (one: string, other: string): Draft => ({
      ...good,
      files: [...good.files, { path: one, isNew: true }, { path: other, isNew: true }],
    });
    expect(problemsOf(validatePlan(pair('src/a.js', 'src/A.js'), facts))).toHaveLength(1);
    expect(problemsOf(validatePlan(pair('src/\u00e9.js', 'src/e\u0301.js'), facts))).toHaveLength(1);
    expect(problemsOf(validatePlan(pair('src/a', 'src/a/b.js'), facts))).toHaveLength(1);
    expect(problemsOf(validatePlan(pair('src/a/b.js', 'src/a'), facts))).toHaveLength(1);
    expect(validatePlan(pair('src/a.js', 'src/a.json'), facts).kind).toBe('ok');
  });

  test('a name with brackets is no pattern', () => {
    expect(validatePlan(withFile('pages/[id].js'), facts).kind).toBe('ok');
    expect(validatePlan(withFile('pages/[slug].js'), facts).kind).toBe('ok');
  });

  test('R-004-02: more files than allowed is too broad, at the limit it is not', () => {
    const many = (count: number): Draft => ({
      ...good,
      files: [...good.files, ...Array.from({ length: count - 2 }, (_, index) => ({ path: `src/f${index}.js` }))],
    });
    expect(validatePlan(many(5), facts).kind).toBe('ok');
    const finding = validatePlan(many(6), facts);
    expect(causeOf(finding)).toBe('too-broad');
    expect(problemsOf(finding)[0]).toContain('the plan names 6 files; expected at most 5');
    expect(validatePlan(many(6), { ...facts, maxFiles: 6 }).kind).toBe('ok');
  });

  test('a plan without a test file, or with nothing else, is refused with an example', () => {
    const only = (path: string): Draft => ({ ...good, files: [{ path }] });
    expect(problemsOf(validatePlan(only('src/auth.js'), facts))[0]).toContain('no file of the plan is a test file');
    expect(problemsOf(validatePlan(only('test/old.test.js'), facts))[0]).toContain(
      'all files of the plan are test files',
    );
  });
});

describe('answers of any form', () => {
  test.each([
    [null],
    [undefined],
    ['PASS'],
    [[]],
    [{}],
    [{ files: [], steps: [] }],
    [{ ...good, extra: 1 }],
    [{ ...good, steps: [{ ...step('1'), criterion: 0 }] }],
    [{ ...good, steps: [{ ...step('1'), criterion: 1.5 }] }],
    [{ ...good, steps: [{ ...step('1'), shape: 'guess' }] }],
    [{ ...good, steps: [{ ...step('a b') }] }],
    [{ ...good, files: [{ path: 'x'.repeat(401) }] }],
  ])('%j is refused in words a leaf can use', (answer) => {
    const finding = validatePlan(answer, facts);
    expect(causeOf(finding)).toBe('plan-invalid');
    expect(problemsOf(finding).every((problem) => problem.includes('for example: '))).toBe(true);
  });

  test('a thousand problems are told in a few', () => {
    const finding = validatePlan(withSteps(...Array.from({ length: 1_000 }, () => step('1', 9))), facts);
    expect(problemsOf(finding)).toHaveLength(21);
    expect(problemsOf(finding).at(-1)).toMatch(/^… and \d+ more problems$/);
  });

  test('whatever is answered, it is a plan that keeps the rules or a list of problems', () => {
    const path = fc.oneof(
      fc.constantFrom('src/auth.js', 'test/auth.test.js', 'src/a.js', './x', '../x', '.git/x', 'a (new)', '.tdd/x'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    const answer = fc.record({
      files: fc.array(fc.record({ path, isNew: fc.boolean() }), { maxLength: 7 }),
      steps: fc.array(
        fc.record({
          id: fc.oneof(fc.constantFrom('1', '2', 'T1', 'task-1'), fc.string({ maxLength: 4 })),
          title: fc.string({ unit: 'binary' }),
          criterion: fc.integer({ min: 0, max: 3 }),
        }),
        { maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(fc.oneof(answer, fc.anything()), (one) => {
        const finding = validatePlan(one, facts);
        if (finding.kind === 'problems') {
          expect(finding.problems.length).toBeGreaterThan(0);
          return;
        }
        const { files, steps } = finding.plan;
        expect(files.length).toBeLessThanOrEqual(5);
        expect(files.some((entry) => /(^|\/)(\.\.|\.git|\.tdd)(\/|$)|^\//i.test(entry.path))).toBe(false);
        expect(files.every((entry) => entry.isNew === !facts.existingFiles.includes(entry.path))).toBe(true);
        expect(new Set(steps.map((entry) => entry.criterion))).toEqual(new Set([1, 2]));
      }),
      { numRuns: 2_000 },
    );
  });
});
