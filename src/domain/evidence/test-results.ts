import { problemText } from '../feedback.js';
import { globProblem } from '../files/path-globs.js';

/**
 * Where a command of no known runner leaves its results: key `results` of pawl.json, flag `--results`. JUnit XML is
 * what most tools can write; with an exit code alone there is less to go by (design 4).
 */
export type TestResults =
  | {
      readonly kind: 'junit';
      /** Of repository-relative result files, as in `path-globs.ts`. */
      readonly globs: readonly string[];
    }
  | { readonly kind: 'exit-only' };

export type ResultsReading = TestResults | { readonly kind: 'refused'; readonly reason: string };

export const exitOnly = 'exit-only';

/** `junit:<file, folder or glob>` or `exit-only`. */
export function parseTestResults(text: string): ResultsReading {
  const value = text.trim();
  if (value === exitOnly) return { kind: 'exit-only' };
  const path = /^junit:(.+)$/.exec(value)?.[1]?.trim();
  if (path === undefined) return refused(`"${value.slice(0, 80)}" names no form of results`);
  const plain = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const problem = globProblem(plain);
  if (problem !== null) return refused(`the path of the results ${problem}`);
  const isFile = plain.includes('*') || plain.endsWith('.xml');
  return { kind: 'junit', globs: isFile ? [plain] : [plain, `${plain}/**/*.xml`] };
}

function refused(what: string): ResultsReading {
  const expected = 'junit: and the result file, its folder or a pattern, or exit-only';
  return { kind: 'refused', reason: problemText({ what, expected, example: 'junit:reports/junit.xml' }) };
}
