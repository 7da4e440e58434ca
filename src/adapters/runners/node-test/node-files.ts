const script = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const folders: ReadonlySet<string> = new Set(['test', 'tests', '__tests__']);

/**
 * Files that `node --test` itself finds, and everything below a test folder: helpers and fixtures are the tests'
 * own. Paths are repository-relative.
 */
export function isNodeTestFile(path: string): boolean {
  const parts = path.split('/');
  if (parts.includes('node_modules')) return false;
  if (parts.slice(0, -1).some((part) => folders.has(part))) return true;
  const name = parts.at(-1) ?? '';
  if (!script.test(name)) return false;
  const stem = name.replace(script, '');
  return stem === 'test' || /^test-./.test(stem) || /.[._-]test$/.test(stem) || /.\.spec$/.test(stem);
}

/** A fixture of another kind could not be run. */
export function isScript(path: string): boolean {
  return script.test(path);
}

/** Does a script look like a file of node:test's tests? */
export function usesNodeTest(text: string): boolean {
  return /\b(?:from\s{0,9}|require\(\s{0,9}|import[\s(]{0,9})['"]node:test['"]/.test(text);
}

/** Scripts that Node 20 runs without a loader, and that `node --test` finds by their place or name. */
export function isFoundByNode(path: string): boolean {
  return isNodeTestFile(path) && /\.[cm]?js$/.test(path) && !/(?:^|\/)(?:tests|__tests__)\/|\.spec\./.test(path);
}
