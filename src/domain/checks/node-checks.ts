import type { ToolCheck } from './checks.js';
import { eslintOnTouched } from './eslint-command.js';
import { readPackage, scriptArgv, type PackageFacts } from './package-facts.js';
import { found, type CheckSources, type FoundTools } from './sources.js';

const typecheckScripts = ['typecheck', 'type-check', 'check-types', 'check:types', 'types:check'];
const flatSettings = /^eslint\.config\.(?:js|mjs|cjs|ts|mts|cts)$/;
const oldSettings = /^\.eslintrc(?:\.(?:js|cjs|json|yaml|yml))?$/;

/** Of package.json: the repository's own scripts first, else tsc and eslint by their settings and dependencies. */
export function nodeTypechecks({ files, texts }: CheckSources): FoundTools {
  const pkg = readPackage(texts.get('package.json'));
  if (pkg === null) return found();
  for (const script of typecheckScripts) {
    const argv = scriptArgv(pkg, script);
    if (argv !== null) return found({ kind: 'typecheck', name: `script "${script}"`, argv: [...argv], touched: null });
  }
  if (!files.includes('tsconfig.json') || !pkg.has('typescript')) return found();
  // A project that consists of references has no files of its own: built, in an export that is thrown away.
  const references = /"references"\s*:\s*\[\s*\{/.test(texts.get('tsconfig.json') ?? '');
  const how = references ? ['-b'] : ['-p', 'tsconfig.json', '--noEmit'];
  return found({ kind: 'typecheck', name: 'tsc', argv: ['tsc', ...how, '--pretty', 'false'], touched: null });
}

export function nodeLints({ files, texts }: CheckSources): FoundTools {
  const pkg = readPackage(texts.get('package.json'));
  if (pkg === null) return found();
  const flat = files.some((path) => flatSettings.test(path));
  const argv = scriptArgv(pkg, 'lint');
  if (argv !== null) return ofScript(argv, { flat, pkg });
  const isSetUp = flat || files.some((path) => oldSettings.test(path)) || pkg.fields['eslintConfig'] !== undefined;
  if (!isSetUp || !pkg.has('eslint')) return found();
  const touched = eslintOnTouched(['eslint'], { flat, pkg });
  return found(touched === null ? null : { kind: 'lint', name: 'eslint', ...touched });
}

function ofScript(argv: readonly string[], facts: { readonly flat: boolean; readonly pkg: PackageFacts }): FoundTools {
  const own: Pick<ToolCheck, 'kind' | 'name'> = { kind: 'lint', name: 'script "lint"' };
  const touched = eslintOnTouched(argv, facts);
  if (touched !== null) return found({ ...own, ...touched });
  const whole = found({ ...own, argv: [...argv], touched: null });
  if (!argv.some((word) => /(?:^|\s)--(?:fix|write)\b/.test(word))) return whole;
  const note = 'script "lint" mends files by itself; it runs in a copy, so that what it mends there is not committed';
  return { ...whole, notes: [note] };
}
