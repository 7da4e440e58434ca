const folders: ReadonlySet<string> = new Set(['test', 'tests']);

/** Files that pytest takes for tests or their settings, and everything below a test folder. */
export function isPytestFile(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((part) => folders.has(part))) return true;
  return name === 'conftest.py' || isPythonTest(name);
}

/** By pytest's own default patterns. */
export function isPythonTest(name: string): boolean {
  return /^test_.*\.py$/.test(name) || /._test\.py$/.test(name);
}

/** A file that pytest can be given by name; of the others, fixtures and settings, it makes use by itself. */
export function isModule(path: string): boolean {
  return path.endsWith('.py') && !/(?:^|\/)(?:conftest|__init__)\.py$/.test(path);
}
