import { describe, expect, test } from '@jest/globals';
import { parseStopFile } from '../../src/texts/stop-file.js';

describe('.tdd/stop (R-002-47, R-002-51)', () => {
  test.each([
    ['now', 'now'],
    ['at-leaf\n', 'at-leaf'],
    ['\ufeffat-ledger\r\n', 'at-ledger'],
    ['# please\nmode: now\nby: ann\n', 'now'],
    ['  mode :  at-leaf  ', 'at-leaf'],
  ])('%j asks for %s', (text, mode) => {
    expect(parseStopFile(text)).toBe(mode);
  });

  test.each(['', '\n', '# now', 'NOW', 'mode:', 'soon', 'now\nat-leaf', 'now please', 'by: now', 'halt'])(
    '%j names no mode: the run takes it as at-ledger',
    (text) => {
      expect(parseStopFile(text)).toBeNull();
    },
  );
});
