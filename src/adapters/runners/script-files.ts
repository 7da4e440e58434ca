const script = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const folders: ReadonlySet<string> = new Set([
  ...['test', 'tests', '__tests__', '__mocks__', '__fixtures__', '__snapshots__'],
]);

/**
 * Files that jest and vitest find by their own patterns, and what belongs to the tests alone: everything below a test
 * folder, snapshots, mocks, and the files that set tests up. Paths are repository-relative.
 */
export function isScriptTestFile(path: string): boolean {
  const parts = path.split('/');
  if (parts.includes('node_modules')) return false;
  if (parts.slice(0, -1).some((part) => folders.has(part))) return true;
  const name = parts.at(-1) ?? '';
  if (name.endsWith('.snap')) return true;
  if (!script.test(name)) return false;
  const stem = name.replace(script, '');
  if (/^(?:test|spec)$|.\.(?:test|spec|test-d)$/.test(stem)) return true;
  return /^(?:(?:jest|vitest|test)[.-]?set-?up|set-?up-?tests?)(?:[.-]|$)/i.test(stem);
}

/** A snapshot or another fixture could not be run. */
export function isScript(path: string): boolean {
  return script.test(path) && !path.split('/').includes('__mocks__');
}
