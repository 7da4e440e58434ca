/** Where the test file of a source file lies, by patterns of pawl.json; both hold `{path}` once (R-001-49). */
export type SpecMapping = Readonly<Record<string, string>>;

const hole = '{path}';

/** Why a pattern of the mapping can't be meant, or null. */
export function specPatternProblem(pattern: string): string | null {
  if (pattern.split(hole).length !== 2) return `must hold ${hole} once`;
  if (pattern.startsWith('/') || pattern.split('/').some((part) => part === '..' || part === '')) {
    return 'must be a path from the top of the repository';
  }
  return pattern.includes('*') ? `knows ${hole} only, not "*"` : null;
}

/** The test file that the mapping asks for; null when no pattern fits the path. */
export function specOf(path: string, mapping: SpecMapping): string | null {
  for (const [source, spec] of Object.entries(mapping)) {
    const [before = '', after = ''] = source.split(hole);
    const fits = path.length > before.length + after.length && path.startsWith(before) && path.endsWith(after);
    if (fits) return spec.replace(hole, () => path.slice(before.length, path.length - after.length));
  }
  return null;
}

/**
 * Source files of a change that have no test file in the tree, in words for the developer. A file that is a test file
 * by the mapping itself is asked for none.
 * @param changed paths added or modified by the step
 * @param files all paths of the tree
 */
export function missingSpecs(
  changed: readonly string[],
  files: ReadonlySet<string>,
  mapping: SpecMapping,
): readonly string[] {
  const specs = new Set([...files].flatMap((path) => specOf(path, mapping) ?? []));
  return changed.flatMap((path) => {
    const spec = specOf(path, mapping);
    if (spec === null || files.has(spec) || specs.has(path)) return [];
    return [`${path} has no test file; pawl.json asks for ${spec}`];
  });
}
