import { isPytestFile } from '../pytest/pytest-files.js';

/**
 * Files of tests by their common names, and everything below a test folder. unittest's own pattern `test*.py` is wider: it
 * takes in `testing.py`, which belongs to the product as often as not.
 */
export function isUnittestFile(path: string): boolean {
  return isPytestFile(path) || /^(?:tests?|test[A-Z0-9]\w*)\.py$/.test(path.split('/').at(-1) ?? '');
}
