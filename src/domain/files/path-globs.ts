/**
 * The simple globs of `testFiles` in pawl.json: `*` stands for any characters of one name, `**` as a whole
 * part for any number of folders, everything else for itself. No braces, no classes, no `!`.
 */

/** Why a glob can't be used, or null. */
export function globProblem(glob: string): string | null {
  if (glob === '' || glob.length > 200) return 'must have 1 to 200 characters';
  if (glob.startsWith('/') || glob.includes('\\')) return 'must be relative to the top of the repository, with "/"';
  if (/[{}!?]|\[|\]/.test(glob)) return 'may use only "*" and "**"';
  const parts = glob.split('/');
  if (parts.includes('..') || parts.includes('.') || parts.includes('')) return 'has an empty, "." or ".." part';
  if (parts.some((part) => part !== '**' && part.includes('**')))
    return 'must have "**" as a whole part, as in src/**/*.spec.ts';
  return null;
}

export function matchesGlob(path: string, glob: string): boolean {
  return matchParts(path.split('/'), glob.split('/'));
}

/**
 * Both walks below are the two-pointer kind: they remember the last star only, so that a hostile pair costs
 * at most the product of its lengths and never more.
 */
function matchParts(names: readonly string[], parts: readonly string[]): boolean {
  let name = 0;
  let part = 0;
  let star = -1;
  let resume = 0;
  while (name < names.length) {
    if (parts[part] === '**') {
      star = part;
      resume = name;
      part += 1;
    } else if (part < parts.length && matchName(names[name] ?? '', parts[part] ?? '')) {
      name += 1;
      part += 1;
    } else if (star >= 0) {
      resume += 1;
      name = resume;
      part = star + 1;
    } else {
      return false;
    }
  }
  while (parts[part] === '**') part += 1;
  return part === parts.length;
}

function matchName(name: string, pattern: string): boolean {
  let at = 0;
  let pat = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    if (pattern[pat] === '*') {
      star = pat;
      resume = at;
      pat += 1;
    } else if (pattern[pat] === name[at]) {
      at += 1;
      pat += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      pat = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[pat] === '*') pat += 1;
  return pat === pattern.length;
}

/** The runner's own rule for test files, widened by the globs of pawl.json. */
export function withTestGlobs(
  isTestFile: (path: string) => boolean,
  globs: readonly string[],
): (path: string) => boolean {
  return (path) => isTestFile(path) || globs.some((glob) => matchesGlob(path, glob));
}
