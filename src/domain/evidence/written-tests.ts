/**
 * How many tests a test file's text seems to hold, by the words its language declares a test with. Only for a file
 * that could not be run: GREEN counts what really ran.
 */
const declarations: readonly { readonly files: RegExp; readonly test: RegExp }[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    test: /(?<![.\w$])(?:test|it|specify)(?:\.\w+)*(?:\s*\(\s*['"`]|\([^()]*\)\s*\(\s*['"`])/g,
  },
  { files: /\.py$/, test: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*/gm },
  { files: /\.go$/, test: /^func[ \t]+(?:Test|Example|Fuzz)(?![a-z])\w*\(/gm },
  { files: /\.rs$/, test: /^[ \t]*#\[(?:\w+::)*(?:test|rstest)\b/gm },
  { files: /\.(?:java|kt|groovy|scala)$/, test: /^[ \t]*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/gm },
  { files: /\.(?:cs|fs|vb)$/, test: /^[ \t]*\[<?(?:Fact|Theory|Test|TestMethod)\b/gm },
  { files: /\.php$/, test: /^[ \t]*(?:public[ \t]+)?function[ \t]+test\w+|^[ \t]*#\[(?:\\?\w+\\)*Test\]/gm },
  { files: /\.rb$/, test: /^[ \t]*(?:it|specify|example|test)[ \t(]+['"]|^[ \t]*def[ \t]+test_/gm },
  { files: /\.bats$/, test: /^[ \t]*@test\b/gm },
];

/** Tests declared in the new text and not in the old one (null: there was none); 0 for a language nobody knows. */
export function testsAdded(file: string, before: string | null, after: string): number {
  const form = declarations.find(({ files }) => files.test(file));
  if (form === undefined) return 0;
  const count = (text: string): number => text.match(form.test)?.length ?? 0;
  return Math.max(0, count(after) - count(before ?? ''));
}
