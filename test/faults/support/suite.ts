import { storyFiles } from '../../support/story.js';

export const source = 'src/numbers.js';
export const testFile = 'test/numbers.test.js';
/** The suite of the story with these lines at its end. */
export const suite = (...lines: readonly string[]): Readonly<Record<string, unknown>> => ({
  write: testFile,
  text: `${storyFiles[testFile]}${lines.join('\n')}\n`,
});
/** What a good leaf writes in RED, and in GREEN. */
export const rightTest = "test('n1 is 1', () => assert.equal(value('n1'), 1));";
export const rightSource = storyFiles[source].replace('  // more\n', '  n1: 1,\n  // more\n');
