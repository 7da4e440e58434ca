/** GREEN's prompt names no more than this many files (R-001-21). */
const mostTargets = 2;

/**
 * The one or two files that GREEN is meant to change: all of the plan's code when it is no more, else those that are
 * called like a red test's file. Empty when the plan doesn't show them.
 * @param code the plan's files without tests
 */
export function greenTargets(code: readonly string[], redTestFiles: readonly string[]): readonly string[] {
  if (code.length <= mostTargets) return code;
  const stems = new Set(redTestFiles.map(testedStem));
  const twins = code.filter((path) => stems.has(stemOf(path)));
  return twins.length <= mostTargets ? twins : [];
}

/** `cart` for `src/cart.ts`. */
function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
}

/** `cart` for `test/cart.test.ts`, `test_cart.py`, `cart_test.go`, `CartTest.java`, `cart_spec.rb`. */
function testedStem(path: string): string {
  return stemOf(path)
    .replace(/^(?:test|tests|it)[_-]/, '')
    .replace(/(?:[._-](?:test|tests|spec|it|e2e)|tests?|spec)$/, '');
}
