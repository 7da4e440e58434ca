import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readIssue, type Issue, type IssueReading } from '../../src/texts/issue.js';
import { cpuMs, staysBelow } from '../support/cpu-time.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

function read(text: string, name = 'docs/issue.md'): IssueReading {
  return readIssue(bytes(text), name);
}

function issueOf(reading: IssueReading): Issue {
  if (reading.kind === 'ok') return reading.issue;
  throw new Error(reading.message);
}

function problemOf(reading: IssueReading): { cause: string; message: string } {
  if (reading.kind === 'ok') throw new Error('read without a problem');
  return reading;
}

const withCriteria = (list: string): string => `# T\n\n## Acceptance criteria\n${list}\n`;

describe('an issue file', () => {
  const fixture = readFileSync(new URL('../fixtures/texts/issue-42.md', import.meta.url));

  test('gives title, body and criteria, and nothing that is quoted, fenced or hidden', () => {
    const issue = issueOf(readIssue(fixture, 'issue-42.md'));
    expect(issue.title).toBe('Reject expired tokens: don\'t trust "exp" & `nbf`');
    expect(issue.criteria).toEqual([
      'An expired token gets 401 and says so in `WWW-Authenticate`',
      'A clock skew of 60 s is allowed',
      'not a heading, but text of an item',
      '`#1 first` <b>of</b> a numbered list',
      '-n option',
      'A token without "exp" gets 400',
    ]);
    expect(issue.body).toBe(fixture.toString('utf8').replace(/^# Reject.*\n/m, ''));
  });

  test('reads the same with CRLF, and with a byte order mark', () => {
    const text = fixture.toString('utf8');
    const plain = issueOf(read(text));
    expect(issueOf(read(text.replaceAll('\n', '\r\n')))).toEqual(plain);
    expect(issueOf(read(`\ufeff${text}`))).toEqual(plain);
  });
});

describe('the title', () => {
  test.each([
    `Don't lose "a\\tb" & \`date\` for $HOME <b>`,
    '#1 first',
    '-n option',
    'Task: 9',
    '<!-- hidden? -->',
    '*stars* and _lines_ [link](x) &amp; &lt;',
    '🎉 Прошедший срок',
    '\u202eright to left',
    'ends with a backslash \\',
  ])('R28: %j arrives letter for letter', (title) => {
    const issue = issueOf(read(`# ${title}\n\nbody\n\n## Acceptance criteria\n- a\n`));
    expect(issue.title).toBe(title);
    expect(issue.body).toBe('body\n\n## Acceptance criteria\n- a\n');
  });

  test('is the first heading of depth 1, underlined or not, wherever it stands', () => {
    expect(issueOf(read('words\n\n## Acceptance criteria\n- a\n\n# Late title\n')).title).toBe('Late title');
    expect(issueOf(read('Under\nlined\n=====\n\n## Acceptance criteria\n- a\n')).title).toBe('Under lined');
    expect(issueOf(read('#\n\n# Real\n\n## Acceptance criteria\n- a\n')).title).toBe('Real');
    expect(issueOf(read('- # in a list\n\n## Acceptance criteria\n- a\n')).title).toBe('# in a list'.slice(2));
  });

  test('a comment in front matter is no title', () => {
    const issue = issueOf(read('---\n# from a template\nkind: bug\n---\n# Real\n\n## Acceptance criteria\n- a\n'));
    expect(issue.title).toBe('Real');
    expect(issue.body).toBe('---\n# from a template\nkind: bug\n---\n\n## Acceptance criteria\n- a\n');
  });

  test('is the first words without such a heading, else the name of the file', () => {
    expect(issueOf(read('first line\nsecond\n\n## Acceptance criteria\n- a\n')).title).toBe('first line');
    expect(issueOf(read('## Acceptance criteria\n- a\n', 'docs/Some issue.md')).title).toBe('Some issue');
    expect(issueOf(read('## Acceptance criteria\n- a\n', '.md')).title).toBe('Untitled issue');
    // Without a heading of its own nothing is taken out of the body.
    expect(issueOf(read('first line\n\n## Acceptance criteria\n- a\n')).body).toContain('first line');
  });

  test('a very long one is cut, and stands whole in the body', () => {
    const title = 'long '.repeat(1_000).trim();
    const issue = issueOf(read(`# ${title}\n\n## Acceptance criteria\n- a\n`));
    expect(Array.from(issue.title)).toHaveLength(500);
    expect(issue.title.endsWith('…')).toBe(true);
    expect(issue.body).toContain(`# ${title}`);
  });

  test('the body keeps every other letter of the file', () => {
    const issue = issueOf(read('# T\n\n\n  two blanks  \n\ttab\n\n## Acceptance criteria\n- a\n\n\n'));
    expect(issue.body).toBe('  two blanks  \n\ttab\n\n## Acceptance criteria\n- a\n\n\n');
  });
});

describe('the criteria (R-004-05)', () => {
  test.each([
    '# Acceptance criteria',
    '###### ACCEPTANCE CRITERIA',
    '## acceptance criteria:',
    '## Acceptance Criteria (must)',
    '## 3. Acceptance criteria',
    '## **Acceptance criteria**',
    '## Acceptance criterion',
    '## Acceptance  criteria ##',
    'Acceptance criteria\n---',
  ])('are found under %j', (heading) => {
    expect(issueOf(read(`# T\n\n${heading}\n\n- one\n- two\n`)).criteria).toEqual(['one', 'two']);
  });

  test.each(['## Acceptance', '## Acceptance criteria review notes', '## No acceptance criteria', '## Criteria'])(
    'are not found under %j',
    (heading) => {
      expect(problemOf(read(`# T\n\n${heading}\n\n- one\n`)).cause).toBe('no-criteria');
    },
  );

  test('end at the next heading of the same depth or above, and go through deeper ones', () => {
    const text = '# T\n### Acceptance criteria\n- a\n#### More\n- b\n### Other\n- c\n## Up\n- d\n';
    expect(issueOf(read(text)).criteria).toEqual(['a', 'b']);
  });

  test('of two sections both count, and one inside the other counts once', () => {
    const text =
      '# T\n## Acceptance criteria\n- a\n### Acceptance criteria: details\n- b\n## Acceptance criteria\n- c\n';
    expect(issueOf(read(text)).criteria).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['boxes', '- [ ] a\n- [x] b\n- [X] c', ['a', 'b', 'c']],
    ['numbers', '1. a\n2) b\n10. c', ['a', 'b', 'c']],
    ['mixed marks', '- a\n* b\n+ c', ['a', 'b', 'c']],
    ['blank lines between', '- a\n\n\n- b', ['a', 'b']],
    ['several lines', '- a\n  b\nc', ['a b c']],
    ['no blank after a box', '- [ ]a\n- [x]', ['[ ]a']],
    ['brackets that are text', '- [link]: x\n- [x]: y', ['[link]: x', '[x]: y']],
    ['an item that begins with code', '- ```\n  x\n  ```\n  then words', ['then words']],
    ['only nested items', '- \n  - nested', []],
    ['code by indent', '    - code', []],
    ['a quote', '> - quoted', []],
    ['a comment', '<!--\n- hidden\n-->', []],
    ['a comment in one line', '<!-- - hidden -->', []],
    ['paragraphs', 'just words', []],
  ])('%s', (_what, list, expected) => {
    const reading = read(withCriteria(list));
    if (expected.length > 0) expect(issueOf(reading).criteria).toEqual(expected);
    else expect(problemOf(reading).cause).toBe('no-criteria');
  });

  test('a file without them is refused with the form that is expected', () => {
    expect(problemOf(read('# T\n\nwords\n')).message).toBe(
      'docs/issue.md has no acceptance criteria; expected a heading "Acceptance criteria" with a list below it, for example:\n\n## Acceptance criteria\n- [ ] An expired token gets 401\n',
    );
    expect(problemOf(read('# T\n\n**Acceptance criteria:**\n- a\n')).message).toContain('line 3 has the words');
    expect(problemOf(read('# T\n\n## Acceptance criteria\n\nwords\n')).message).toContain(
      'docs/issue.md, line 3: no list',
    );
  });

  test('too many, or one too long for the history, are refused by number', () => {
    expect(issueOf(read(withCriteria('- a\n'.repeat(200)))).criteria).toHaveLength(200);
    expect(problemOf(read(withCriteria('- a\n'.repeat(201)))).cause).toBe('source-unusable');
    const long = problemOf(read(withCriteria(`- a\n- ${'b'.repeat(4_001)}`)));
    expect(long.message).toContain('criterion 2 has 4001 characters');
  });
});

describe('a file that is no issue', () => {
  const withBom = (bom: readonly number[], text: Uint8Array): Uint8Array => Uint8Array.from([...bom, ...text]);

  test.each([
    ['empty', bytes(''), 'is empty'],
    ['blank', bytes(' \n\t\r\n'), 'nothing but blanks'],
    ['binary', bytes('\u007fELF\u0000\u0001'), 'is binary (byte 5 is 0)'],
    ['not UTF-8', Uint8Array.from([0x23, 0x20, 0xe4, 0x0a]), 'not valid UTF-8'],
    ['UTF-16, little endian', withBom([0xff, 0xfe], Buffer.from('# T', 'utf16le')), 'is UTF-16, little endian'],
    ['UTF-16, big endian', withBom([0xfe, 0xff], Uint8Array.from([0, 0x23])), 'is UTF-16, big endian'],
    ['UTF-32', withBom([0xff, 0xfe, 0, 0], Uint8Array.from([0x23, 0, 0, 0])), 'is UTF-32, little endian'],
  ])('%s', (_what, content, words) => {
    const problem = problemOf(readIssue(content, 'docs/issue.md'));
    expect(problem.cause).toBe('source-unusable');
    expect(problem.message).toMatch(/^docs\/issue\.md /);
    expect(problem.message).toContain(words);
    expect(problem.message).toContain('; expected ');
    expect(problem.message).toContain('for example: ');
  });

  test('1,000,000 bytes are read, one more is refused', () => {
    const text = `${withCriteria('- a')}\n# `;
    const fill = (length: number): Uint8Array => bytes(text + 'x'.repeat(length - text.length));
    expect(readIssue(fill(1_000_000), 'i.md').kind).toBe('ok');
    expect(problemOf(readIssue(fill(1_000_001), 'i.md')).message).toContain(
      'is longer than 1,000,000 bytes; expected at most 1,000,000',
    );
  });
});

test('10,000 lines are read, one more is refused', () => {
  const lines = (count: number): string => withCriteria('- a') + '\n'.repeat(count - 5);
  expect(read(lines(10_000)).kind).toBe('ok');
  expect(problemOf(read(lines(10_001))).message).toContain('has 10,001 lines; expected at most 10,000');
});

describe('anything at all', () => {
  test('never throws, and what it reads is of the file', () => {
    const piece = fc.constantFrom(
      '# ', '## Acceptance criteria\n', '- ', '1. ', '[ ] ', '> ', '```\n', '<!--', '-->', '\n', '    ', '\t', 'a', '---\n', '<b>', '\\', '|', '\u202e',
    ); // prettier-ignore
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => bytes(pieces.join(''))),
    );
    fc.assert(
      fc.property(any, (content) => {
        const reading = readIssue(content, 'i.md');
        if (reading.kind === 'problem') {
          expect(reading.message).toContain('expected');
          return;
        }
        expect(reading.issue.criteria.length).toBeGreaterThan(0);
        expect(reading.issue.criteria.every((criterion) => criterion.trim() !== '' && !criterion.includes('\n'))).toBe(
          true,
        );
        expect(reading.issue.title).not.toBe('');
      }),
      { numRuns: 3_000 },
    );
  });

  const megabyte = (unit: string): string => unit.repeat(Math.floor(1_000_000 / Buffer.byteLength(unit)));

  test.each([
    '- ', '- a\n', '> ', '>\n', '> > > - a\n', '`', '```\n', '*', '* * * a\n', '<', '<a\n', '<!--', '<!--\n', '[', '[a]: b\n', 'a\n', 'a\n    b\n',
    '1. ', '\n', ' ', '\t', '# a\n', '---\n', '===\n', '- > ', '<div>\n\n', '-\n\n', '- - - - - - - - a\n', 'Acceptance criteria\n', '**Acceptance ', '\\', '&amp;', '\r\n', '|-|\n',
  ])('T13: reading %j takes time in proportion to its length', (unit) => {
    const garbage = megabyte(unit);
    const shortened = garbage.split('\n').slice(0, 9_990).join('\n').slice(0, 999_900);
    for (const text of [garbage, `# T\n\n## Acceptance criteria\n- a\n\n${shortened}`]) {
      const quarter = text.slice(0, text.length / 4);
      // 4 times the text, with room for what the machine does meanwhile; a quadratic reader takes 16 times.
      expect(staysBelow(() => 10 * Math.max(20, cpuMs(() => read(quarter))), () => read(text))).toBe(true);
    }
  }); // prettier-ignore
});
