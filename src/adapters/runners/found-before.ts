import { createJest } from './jest/jest.js';
import { detectNodeTest } from './node-test/node-detect.js';
import type { ReadFile } from './package-script.js';
import { detectPytest } from './pytest/pytest-detect.js';
import { createVitest } from './vitest/vitest.js';

/**
 * Is there a command of a runner that has the first word? A repository with one clear command must not become a
 * question because of traces that could be anything: a script of tests beside it, a dependency (R16).
 */
export async function foundBefore(files: readonly string[], read: ReadFile): Promise<boolean> {
  for (const detect of [detectNodeTest, detectPytest, createJest().detect, createVitest().detect]) {
    if ((await detect(files, read)).length > 0) return true;
  }
  return false;
}
