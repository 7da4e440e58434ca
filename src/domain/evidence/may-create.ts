import type { TestFailure } from './evidence.js';

/** The plan's files without tests; null when the step has no list of files (C-26). */
export type Creatable = readonly string[] | null;

/**
 * May this step create what the test misses? A missing module counts only when it is one of the plan's files; a missing
 * symbol when its module is (C-6, R-004-27). Without a list, what is written as a path of the repository counts: a bare
 * word may be a package that nobody installed.
 */
export function isUnderTest(failure: TestFailure, mayCreate: Creatable): boolean {
  switch (failure.kind) {
    case 'missing-module':
      return failure.missing !== null && someFits(failure.missing, mayCreate);
    case 'missing-symbol':
      return isSymbolUnderTest(failure, mayCreate);
    case 'not-implemented':
      return true;
    case 'assertion':
    case 'syntax':
    case 'error':
      return false;
  }
}

/** Python's `from pkg import mod` misses a name in `pkg/__init__.py` when it is the module `pkg/mod.py` that misses. */
function isSymbolUnderTest(failure: TestFailure, mayCreate: Creatable): boolean {
  if (failure.module === null) return false;
  if (someFits(failure.module, mayCreate)) return true;
  if (failure.missing === null) return false;
  const folder = failure.module.replace(/(?:^|\/)__init__\.py$/, '');
  return (
    folder !== failure.module && someFits(folder === '' ? failure.missing : `${folder}/${failure.missing}`, mayCreate)
  );
}

function someFits(module: string, mayCreate: Creatable): boolean {
  if (mayCreate === null) return module.includes('/') || /\.[a-z]{1,4}$/.test(module);
  return mayCreate.some((path) => fits(module, path));
}

/** Compiled and written form of one module; `.js` is what TypeScript imports say. */
const twins: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx'],
  mjs: ['mts'],
  cjs: ['cts'],
  jsx: ['tsx'],
};
/** Folders from which Python code is commonly imported, at the top of the repository or of a project below it. */
const pythonRoot = /(?<=^|\/)(?:src|lib)\//g;

/** Is `path` the file that would be module `module`? The module may lack its extension (CommonJS, Python). */
export function fits(module: string, path: string): boolean {
  if (path === module) return true;
  if (module.endsWith('/')) return isSourceIn(module, path);
  const extension = /\.([a-z]+)$/.exec(module)?.[1];
  const sources = extension === undefined ? undefined : twins[extension];
  if (extension !== undefined && sources !== undefined) {
    const stem = module.slice(0, -extension.length);
    return sources.some((source) => path === `${stem}${source}`);
  }
  if (/\.(?:py|pyi)$/.test(path)) return fitsPython(module, path);
  return isScriptOf(module, path) || isScriptOf(`${module}/index`, path);
}

/** A package that is a folder, `cart/` or `./`: any source file directly in it may hold what is missing. */
function isSourceIn(folder: string, path: string): boolean {
  const own = folder === './' ? '' : folder;
  const name = path.startsWith(own) ? path.slice(own.length) : '';
  return name !== '' && !name.includes('/') && !/\.(?:md|txt|rst|json|ya?ml|toml|lock|mod|sum|work|xml)$/.test(name);
}

function isScriptOf(stem: string, path: string): boolean {
  return path.startsWith(`${stem}.`) && /^(?:[cm]?[jt]s|[jt]sx|json|node)$/.test(path.slice(stem.length + 1));
}

/** A missing package stands for all its modules: Python names only the first part that it does not find. */
function fitsPython(module: string, path: string): boolean {
  const cuts = [...path.matchAll(pythonRoot)].map(
    ({ 0: root, index }) => path.slice(0, index) + path.slice(index + root.length),
  );
  return [path, ...cuts].some((imported) => imported === `${module}.py` || imported.startsWith(`${module}/`));
}
