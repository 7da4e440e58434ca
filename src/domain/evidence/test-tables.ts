/**
 * Tests of one table are one test (R-001-02): the same body with other values. Where the runner shows that in an id,
 * the id is enough; where it gives each row a title of its own, the test file's text shows the template.
 */

/** A title with places for values, as it stands in a test file: its fixed parts in order. */
type TitleTemplate = readonly string[];

/** The titles of a test file's text. */
export interface Titles {
  readonly templates: readonly TitleTemplate[];
  /** Without a place for a value: a test so named is no row of a table, whatever the templates are. */
  readonly plain: ReadonlySet<string>;
}

export const noTitles: Titles = { templates: [], plain: new Set() };

const mostTemplates = 200;
const mostSource = 512 * 1024;

/** `it('adds %i', …)`, `test.each(…)('adds %i', …)`, test(`adds ${n}`, …) */
const titles =
  /(?:(?<![.\w$])(?:describe|context|suite|test|it|specify)(?:\.\w+)*|\)|`)\s*\(\s*(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;
const values = /%(?:\d+\$)?[sdifjopcO#%]|\$\{[^}]*\}|\$#|\$[A-Za-z_][\w.]*/g;

/** The titles in a JavaScript or TypeScript test file; none for another language, whose ids tell. */
export function titlesIn(file: string, source: string): Titles {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return noTitles;
  const templates: TitleTemplate[] = [];
  const plain = new Set<string>();
  for (const [, , title = ''] of source.slice(0, mostSource).matchAll(titles)) {
    const text = title.replace(/\\([\s\S])/g, '$1');
    const parts = text.split(values);
    if (parts.length === 1) plain.add(text);
    else if (templates.length < mostTemplates) templates.push(parts);
  }
  return { templates, plain };
}

/** Is `name` this template with some values in it? */
function isRow(name: string, template: TitleTemplate): boolean {
  const first = template[0] ?? '';
  const last = template.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of template.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

export interface CountedTest {
  readonly id: string;
  readonly file: string;
}

/**
 * One id for each test among these, whatever the number of its rows or parts.
 *
 * @param all every id of the report: a test with sub-tests stands there beside them
 * @param titlesOf the titles of a test file, none when they are not known
 */
export function testsApart(
  tests: readonly CountedTest[],
  all: ReadonlySet<string>,
  titlesOf: (file: string) => Titles,
): readonly string[] {
  const seen = new Map<string, string>();
  for (const { id, file } of tests) {
    const key = keyOf(id, { file, all, titles: titlesOf(file) });
    if (!seen.has(key)) seen.set(key, id);
  }
  return [...seen.values()];
}

interface Around {
  readonly file: string;
  readonly all: ReadonlySet<string>;
  readonly titles: Titles;
}

function keyOf(id: string, { file, all, titles: known }: Around): string {
  const parts = topTest(id, all).slice(file.length).split(' > ').slice(1);
  // A title that holds nothing but values would fit all parts: each template stands for one of them.
  const left = [...known.templates];
  const keys = parts.map((part) => {
    const at = known.plain.has(part) ? -1 : left.findIndex((template) => isRow(part, template));
    if (at === -1) return withoutParameters(part, file);
    return left.splice(at, 1).flat().join('\0');
  });
  return keys.join(' > ');
}

/** The outermost test that this one is a part of: `TestAdd` for Go's `TestAdd/zero`, the parent of a sub-test. */
function topTest(id: string, all: ReadonlySet<string>): string {
  for (const { index } of id.matchAll(/ > |\//g)) {
    const outer = id.slice(0, index);
    if (all.has(outer)) return outer;
  }
  return id;
}

/** How runners write the parameters of one test function into its name. */
function withoutParameters(part: string, file: string): string {
  switch (/\.([A-Za-z]+)$/.exec(file)?.[1]) {
    // pytest: `test_adds[1-2]`; unittest's subTest: `test_adds (n=1)`. A Python name holds neither.
    case 'py':
      return part.replace(/(?:\[| ?\().*$/s, '');
    // JUnit 5: `adds(int)[1]`, and `[1] n=1` where only the row is told.
    case 'java':
    case 'kt':
    case 'groovy':
    case 'scala':
      return part.replace(/\[\d+\].*$/s, '[]');
    // xUnit, NUnit, MSTest: `Shop.CartTests.Adds(n: 1)`.
    case 'cs':
    case 'fs':
    case 'vb':
      return part.replace(/\(.*$/s, '');
    case 'php':
      return part.replace(/ with data set .*$/s, '');
    // rstest: `adds::case_1_zero`.
    case 'rs':
      return part.replace(/::case_\d+(?:_\w+)?$/, '');
    default:
      return part;
  }
}
