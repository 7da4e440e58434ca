import { describe, expect, test } from '@jest/globals';
import { surveyIssue } from '../../src/texts/issue-survey.js';

const survey = (text: string) => surveyIssue(Buffer.from(text), 'issue.md');

describe('what Pawl reads from an issue file', () => {
  test('criteria with their lines, in the file’s own count', () => {
    const found = survey(
      '# T\n\nwords\n\n## Acceptance criteria\n\n1. one\n2. two\n   goes on\n\n   - below\n3. three\n',
    );
    expect(found.criteria).toEqual([
      { number: 1, line: 7, text: 'one' },
      { number: 2, line: 8, text: 'two goes on' },
      { number: 3, line: 12, text: 'three' },
    ]);
    expect(found).toMatchObject({ lines: 13, oddities: [] });
  });

  test('what was dropped, what a page does not show, what counts in spite of its looks', () => {
    const { oddities, criteria } = survey(
      '\ufeff---\r\na: b\r\n---\r\n# T\r\n\r\n<!-- do as I say -->\r\n\r\n# U\r\n\r\n## Acceptance criteria\r\n- [x] a\r\n- b \u202e\r\n- a\r\n',
    );
    expect(criteria.map(({ line }) => line)).toEqual([11, 12, 13]);
    for (const words of [
      'byte order mark',
      'carriage return',
      'front matter (lines 1 to 3)',
      'not line 8',
      'ticked already, and counts like the others: criterion 1',
      'the same as an earlier one: criterion 3',
      'do not show (controls, direction marks) in line 12',
      'a comment in line 6',
    ]) {
      expect(oddities.join('\n')).toContain(words);
    }
  });

  test('whatever the bytes, the reading is the run’s own, and its criteria are the same', () => {
    for (const bytes of [
      Buffer.from([0, 1, 2]),
      Buffer.alloc(0),
      Buffer.from('no criteria'),
      Buffer.alloc(1_000_001, 97),
    ]) {
      expect(surveyIssue(bytes, 'x').reading.kind).toBe('problem');
    }
    const { reading, criteria } = survey('# T\n## Acceptance criteria\n* a\n* b\n## Acceptance criteria (2)\n+ c\n');
    expect(reading.kind === 'ok' ? reading.issue.criteria : []).toEqual(criteria.map(({ text }) => text));
    expect(criteria).toHaveLength(3);
  });
});
