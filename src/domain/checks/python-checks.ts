import { tomlTable } from '../setup/toml-table.js';
import { found, type CheckSources, type FoundTools } from './sources.js';

export function pythonTypechecks(sources: CheckSources): FoundTools {
  const settings = mypySettings(sources);
  if (settings === null || onlyForPreCommit(sources, 'mypy')) return found();
  const [text, table] = settings;
  const names = tomlTable(text, table).keys;
  const where = names.some((key) => ['files', 'packages', 'modules'].includes(key)) ? [] : ['.'];
  const argv = ['mypy', '--no-color-output', '--no-error-summary', ...where];
  return found({ kind: 'typecheck', name: 'mypy', argv, touched: null });
}

function mypySettings({ texts }: CheckSources): readonly [text: string, table: string] | null {
  const places = [
    ['mypy.ini', 'mypy', /^\s*\[mypy\]/m],
    ['.mypy.ini', 'mypy', /^\s*\[mypy\]/m],
    ['pyproject.toml', 'tool.mypy', /^\s*\[tool\.mypy\]/m],
    ['setup.cfg', 'mypy', /^\s*\[mypy\]/m],
  ] as const;
  for (const [file, table, head] of places) {
    const text = texts.get(file);
    if (text !== undefined && head.test(text)) return [text, table];
  }
  return null;
}

export function pythonLints(sources: CheckSources): FoundTools {
  const { files, texts } = sources;
  const isSetUp =
    files.some((path) => path === 'ruff.toml' || path === '.ruff.toml') ||
    /^\s*\[tool\.ruff[.\]]/m.test(texts.get('pyproject.toml') ?? '');
  if (!isSetUp || onlyForPreCommit(sources, 'ruff')) return found();
  // What its settings leave out stays out, although it is named.
  const argv = ['ruff', 'check', '--force-exclude', '--output-format=concise'];
  return found({ kind: 'lint', name: 'ruff', argv, touched: { endings: ['.py', '.pyi'], scopes: [] } });
}

/** A tool that no dependency file names and that pre-commit brings along is run there, as a hook. */
function onlyForPreCommit({ texts, hasProgram }: CheckSources, name: string): boolean {
  if (hasProgram(name) || !(texts.get('.pre-commit-config.yaml') ?? '').includes(name)) return false;
  const named = new RegExp(`["']${name}\\b|^${name}\\b`, 'm');
  return ![...texts].some(([path, text]) => path !== '.pre-commit-config.yaml' && named.test(text));
}
