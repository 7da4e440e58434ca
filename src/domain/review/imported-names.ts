import { languageOf, type Language } from './source-files.js';

/** Something that a test takes from another file of its repository. */
export interface Imported {
  readonly name: string;
  /** The module as written; empty where the language shows none at the place of use. */
  readonly module: string;
}

const longestText = 200_000;

/** What a test imports from its own repository. @param files all paths of the tree */
export function importedNames(path: string, whole: string, files: readonly string[]): readonly Imported[] {
  const language = languageOf(path);
  const text = whole.slice(0, longestText);
  return language === null ? [] : readers[language](text, files);
}

type Reader = (text: string, files: readonly string[]) => readonly Imported[];

const readers: Readonly<Record<Language, Reader>> = {
  script: scriptImports,
  python: pythonImports,
  rust: rustImports,
  'class-based': (text, files) => [...classImports(text, files), ...calledNames(text)],
  go: calledNames,
  ruby: calledNames,
  c: calledNames,
  elixir: calledNames,
};

function scriptImports(text: string): readonly Imported[] {
  const statements = [
    ...text.matchAll(/\bimport\s+([^;'"]{1,2000}?)\sfrom\s*['"]([^'"\n]{1,300})['"]/g),
    ...text.matchAll(
      /\b(?:const|let|var)\s+(\{[^}]{0,2000}\}|[\w$]+)\s*=\s*(?:await\s+import|require)\s*\(\s*['"]([^'"\n]{1,300})['"]/g,
    ),
  ];
  return statements.flatMap(([, names = '', module = '']) =>
    // Others are packages: `path` of Node would mark every `join`.
    /^(?:\.|#|@\/|~)/.test(module) ? listed(names).map((name) => ({ name, module: withoutExtension(module) })) : [],
  );
}

/** `a, { b as c, type D }`: a, b, D. The name it has where it is declared, not the one given here. */
function listed(names: string): readonly string[] {
  return names.split(/[{},()]/).flatMap((part) => {
    const found = /^\s*(?:type\s+)?(\*|[A-Za-z_$][\w$]*)(?:\s+as\s+([\w$]+)|\s*:\s*[\w$]+)?\s*$/.exec(part);
    const name = found?.[1] === '*' ? found[2] : found?.[1];
    return name === undefined ? [] : [name];
  });
}

function pythonImports(text: string, files: readonly string[]): readonly Imported[] {
  const named = [...text.matchAll(/^\s*from\s+([\w.]+)\s+import\s+(\([^)]{0,2000}\)|[^\n#]{1,500})/gm)].flatMap(
    ([, module = '', names = '']) => listed(names.replace(/#[^\n]*/g, '')).map((name) => ({ name, module })),
  );
  const whole = [...text.matchAll(/^\s*import\s+([\w.]+)(?:\s+as\s+(\w+))?/gm)].flatMap(([, module = '', alias]) =>
    calledOn(text, alias ?? module).map((name) => ({ name, module })),
  );
  return [...named, ...whole].filter(({ module }) => isModuleOf(module, files));
}

/** `auth.check(…)`: check. */
function calledOn(text: string, owner: string): readonly string[] {
  const marked = owner.replaceAll('.', '\\.');
  return [...text.matchAll(new RegExp(`\\b${marked}\\.([A-Za-z_]\\w*)`, 'g'))].flatMap(([, name]) => name ?? []);
}

/** Is there a file for `shop.auth`, in whatever source folder? */
function isModuleOf(module: string, files: readonly string[]): boolean {
  const path = module.replace(/^\.+/, '').replaceAll('.', '/');
  if (module.startsWith('.')) return true;
  const ends = [`${path}.py`, `${path}/__init__.py`];
  return files.some((file) => ends.some((end) => file === end || file.endsWith(`/${end}`)));
}

function rustImports(text: string): readonly Imported[] {
  const uses = [...text.matchAll(/\buse\s+([\w:]{1,200}?)::(\{[^}]{0,2000}\}|\w+)\s*;/g)];
  return uses.flatMap(([, module = '', names = '']) =>
    /^(?:std|core|alloc)\b/.test(module) ? [] : listed(names).map((name) => ({ name, module })),
  );
}

/** A class by its name; also the static functions that are called on it by that. */
function classImports(text: string, files: readonly string[]): readonly Imported[] {
  return [...text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]{1,300})\.(\w+)\s*;?\s*$/gm)].flatMap(
    ([, module = '', name = '']) => {
      const path = `${module}.${name}`.replaceAll('.', '/');
      const isOurs = files.some(
        (file) => withoutExtension(file).endsWith(path) || withoutExtension(file).endsWith(module.replaceAll('.', '/')),
      );
      return isOurs ? [{ name, module: name }] : [];
    },
  );
}

/** Where the language shares a package with its tests: whatever they call. */
function calledNames(text: string): readonly Imported[] {
  const names = [...text.matchAll(/\b([A-Za-z_]\w*[?!]?)\s*\(/g)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].map((name) => ({ name, module: '' }));
}

function withoutExtension(path: string): string {
  return path.replace(/\.[A-Za-z0-9]{1,6}$/, '');
}
