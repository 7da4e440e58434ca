import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPawlJson, type PawlJson } from '../../src/texts/pawl-json.js';
import { readTasks } from '../../src/texts/tasks/read-tasks.js';

const silent: PawlJson = {
  test: null,
  results: null,
  setup: [],
  specs: {},
  checks: { typecheck: null, lint: null, hooks: null },
  maxFiles: null,
  labels: {},
  discipline: { discipline: null, domainReview: null, isolation: null },
  testFiles: [],
  signOff: false,
  budgets: {},
  leafTimeoutMs: null,
  idleTimeoutMs: null,
};

function rulesOf(value: unknown): PawlJson {
  const reading = readPawlJson(JSON.stringify(value));
  if (reading.kind === 'ok') return reading.rules;
  throw new Error(reading.message);
}

function messageOf(text: string): string {
  const reading = readPawlJson(text);
  return reading.kind === 'problem' ? reading.message : 'read without a problem';
}

describe('pawl.json', () => {
  test('says nothing when it is absent or empty', () => {
    expect(readPawlJson(null)).toEqual({ kind: 'ok', rules: silent });
    expect(rulesOf({})).toEqual(silent);
  });

  test('gives commands, test files and limits', () => {
    expect(
      rulesOf({
        test: 'node --test test/',
        results: 'junit:reports/junit.xml',
        setup: ['npm ci', 'npm run build && npm run types', "echo 'a b'"],
        maxFiles: 3,
        testFiles: ['checks/**/*.js'],
        limits: { leafTimeoutSeconds: 600, idleSeconds: 120, run: { usd: 5 }, step: { leaves: 20 } },
      }),
    ).toEqual({
      ...silent,
      test: 'node --test test/',
      results: 'junit:reports/junit.xml',
      setup: [
        ['npm', 'ci'],
        ['sh', '-c', 'npm run build && npm run types'],
        ['echo', 'a b'],
      ],
      maxFiles: 3,
      testFiles: ['checks/**/*.js'],
      budgets: { run: { usd: 5 }, step: { leaves: 20 } },
      leafTimeoutMs: 600_000,
      idleTimeoutMs: 120_000,
    });
    expect(rulesOf({ typecheck: 'tsc --noEmit', lint: 'a && b', hooks: './checks/git/' }).checks).toEqual({
      typecheck: ['tsc', '--noEmit'],
      lint: ['sh', '-c', 'a && b'],
      hooks: 'checks/git',
    });
    expect(rulesOf({ typecheck: false, lint: 'none' }).checks).toMatchObject({ typecheck: 'none', lint: 'none' });
    expect(rulesOf({ setup: 'npm ci' }).setup).toEqual([['npm', 'ci']]);
    expect(rulesOf({ limits: { idleSeconds: 1 } })).toEqual({ ...silent, idleTimeoutMs: 1_000 });
  });

  test('with a byte order mark reads the same', () => {
    expect(readPawlJson('\ufeff{"maxFiles":2}')).toEqual({ kind: 'ok', rules: { ...silent, maxFiles: 2 } });
  });

  test.each([
    ['tset', '{"tset":"a"}', 'unknown key "tset", perhaps "test" was meant; expected one of test, results, setup, typecheck, lint, hooks, specs, maxFiles, testFiles, labels, discipline, domainReview, isolation, signOff, limits, for example: {"test":"node --test"}'],
    ['max_files', '{"max_files":2}', 'perhaps "maxFiles" was meant; expected one of test, results, setup, typecheck, lint, hooks, specs, maxFiles, testFiles, labels, discipline, domainReview, isolation, signOff, limits, for example: {"maxFiles":3}'],
    ['zebra', '{"zebra":1}', 'unknown key "zebra"; expected one of'],
    ['idleSecond', '{"limits":{"idleSecond":3}}', 'unknown key "limits.idleSecond", perhaps "idleSeconds" was meant; expected one of leafTimeoutSeconds, idleSeconds'],
    ['__proto__', '{"__proto__":{}}', 'unknown key "__proto__"'],
    ['constructor', '{"constructor":1}', 'unknown key "constructor"'],
    ['a key of two lines', '{"a\\nb\\u001b[31m":1}', 'unknown key "a b"'],
    ['an empty key', '{"":1}', 'unknown key ""'],
  ])('the unknown key %s is named, with the nearest known one and an example', (_key, text, message) => {
    expect(messageOf(text)).toContain(message);
  }); // prettier-ignore

  test('has no gear key: a repository can not shift gears', () => {
    for (const key of ['gear', 'Gear', 'GEAR']) {
      expect(messageOf(JSON.stringify({ [key]: 'review-after' }))).toContain("a repository can't set the gear");
    }
    expect(messageOf('{"gear":"review-before"}')).toContain('for example: pawl gear review-after --because');
  });

  test('may not choose what is the operator’s', () => {
    for (const key of ['agent', 'model', 'jail', 'network', 'budget', 'tokens']) {
      expect(messageOf(JSON.stringify({ [key]: 1 }))).toContain(
        `"${key}" is the operator's to set; expected it in config.json`,
      );
    }
  });

  test.each([
    ['test', '{"test":""}', 'a command line'],
    ['test', '{"test":" "}', 'a command line'],
    ['test', '{"test":"a\\nb"}', 'a command line'],
    ['test', '{"test":["node"]}', 'a command line'],
    ['setup', '{"setup":[]}', 'or a list of them'],
    ['setup', '{"setup":["npm ci",3]}', 'or a list of them'],
    ['typecheck', '{"typecheck":true}', 'a command line, or false where there is none'],
    ['lint', '{"lint":["eslint"]}', 'a command line, or false where there is none'],
    ['hooks', '{"hooks":false}', 'a folder of the repository'],
    ['hooks', '{"hooks":"../hooks"}', 'a folder of the repository'],
    ['hooks', '{"hooks":".git/hooks"}', 'a folder of the repository'],
    ['hooks', '{"hooks":"~/hooks"}', 'a folder of the repository'],
    ['maxFiles', '{"maxFiles":0}', 'it may only lower the limit'],
    ['maxFiles', '{"maxFiles":2.5}', 'it may only lower the limit'],
    ['maxFiles', '{"maxFiles":"3"}', 'it may only lower the limit'],
    ['testFiles', '{"testFiles":"a/**"}', 'a list of paths'],
    ['testFiles.0', '{"testFiles":["{a,b}"]}', 'a list of paths'],
    ['limits', '{"limits":3}', 'one or more of leafTimeoutSeconds, idleSeconds, run and step'],
    ['limits.idleSeconds', '{"limits":{"idleSeconds":0}}', 'from 1 to 86400; it may only lower the limit'],
    ['limits.idleSeconds', '{"limits":{"idleSeconds":null}}', 'from 1 to 86400'],
  ])('%s can not be used as in %s', (path, text, rule) => {
    expect(messageOf(text)).toContain(`"${path}" can't be used; expected `);
    expect(messageOf(text)).toContain(rule);
    expect(messageOf(text)).toContain(', for example: {"');
  });

  test('a setup line that no shell can read is refused', () => {
    expect(messageOf(JSON.stringify({ setup: ["echo 'a"] }))).toContain('setup holds a line that no shell could read');
    for (const key of ['typecheck', 'lint']) {
      const message = messageOf(JSON.stringify({ [key]: "tsc 'a" }));
      expect(message).toContain(`${key} holds a line that no shell could read; expected commands with their quotes`);
    }
  });

  test.each(['[]', '3', '"x"', 'null', 'true'])('%s is no object', (text) => {
    expect(messageOf(text)).toBe('it is no JSON object; expected one object, for example: {"test":"node --test"}');
  });

  test.each(['', '{', '{"a":1,}', "{'a':1}", '// no\n{}', '{}x', '\u0000'])('%j is not JSON', (text) => {
    expect(messageOf(text)).toMatch(
      /^it is not JSON \(.+\); expected one JSON object without comments, for example: \{/,
    );
  });

  test('the line of the fault is counted for people', () => {
    expect(messageOf('{\n  "test": "a",\n}')).toContain('line 3');
  });

  test('anything at all is read or refused in words, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const reading = readPawlJson(text);
          if (reading.kind === 'problem') expect(reading.message).toContain('expected');
        },
      ),
      { numRuns: 1_000 },
    );
    expect(messageOf(`{"${'x'.repeat(200_000)}":1}`)).toContain('expected at most 100000');
    expect(messageOf('['.repeat(100_000))).toContain('it is not JSON');
    expect(messageOf(`{"${'x'.repeat(90_000)}":1}`).length).toBeLessThan(300);
  });
});

describe('labels of tasks', () => {
  const own = { 'REGRESSION TEST': 'characterise', Polish: 'tidy', doc: 'document' };

  test('more of them, each with its shape; one of Pawl’s own may stand there as what it is', () => {
    expect(rulesOf({ labels: own }).labels).toEqual(own);
  });

  test.each([
    [{ DOC: 'verify' }, '"DOC" is Pawl\'s own label for document and can\'t be verify'],
    [{ 'tidy-first': 'setup' }, '"tidy-first" is Pawl\'s own label for tidy and can\'t be setup'],
    [{ 'Test (later)': 'document' }, '"Test (later)" is Pawl\'s own label for test and can\'t be document'],
    [{ POLISH: 'tidy', 'polish ': 'setup' }, 'expected an object of at most 50 labels'],
    [{ 'FIX-UP': 'tidy', 'fix up': 'setup' }, '"FIX-UP" and "fix up" are one label, for tidy and for setup'],
    [{ POLISH: 'unknown' }, 'each with one of behaviour, tidy'],
    [{ POLISH: 'polish' }, 'each with one of behaviour, tidy'],
    [{ 'A: B': 'tidy' }, 'expected an object of at most 50 labels'],
    [{ '': 'tidy' }, 'expected an object of at most 50 labels'],
    [{ T7: 'tidy' }, 'expected an object of at most 50 labels'],
    [{ 'Task 7': 'tidy' }, 'expected an object of at most 50 labels'],
    [['POLISH'], 'expected an object of at most 50 labels'],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`L${'x'.repeat(at + 1)}`, 'tidy'])),
      'at most 50 labels',
    ],
  ])('%j is refused, with an example', (labels, said) => {
    const message = messageOf(JSON.stringify({ labels }));
    expect(message).toContain(said);
    expect(message).toContain('for example: {"labels":{"POLISH":"tidy"');
  });

  test('every label that may be added is found by the reader of lists', () => {
    for (const label of ['POLISH', 'E2E', 'Fix & test', 'a/b', 'MIGRATE (DB)', 'spike+learn', 'Ärger']) {
      const { labels } = rulesOf({ labels: { [label]: 'setup' } });
      const read = readTasks(`- [ ] ${label}: one\n- [ ] 1.2 **${label.toUpperCase()}**: two\n`, { labels });
      const tasks = read.kind === 'list' ? read.list.tasks : [];
      expect(tasks.map(({ shape, title }) => [shape, title])).toEqual([
        ['setup', 'one'],
        ['setup', 'two'],
      ]);
    }
  });
});
