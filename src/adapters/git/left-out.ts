import { textOf, type BytePath } from './names.js';
import { shortList } from './short-list.js';

const maxNames = 200;

/** A folder with more of them is named once, so that it does not push out the one name that matters. */
const maxNamesInFolder = 20;

/** Untracked files outside the plan, and files of the plan that the base ignores, for people to read (R21). */
export function leftOut(
  files: readonly BytePath[],
  taken: readonly BytePath[],
  wanted: ReadonlySet<BytePath>,
  ignored: ReadonlySet<BytePath>,
): readonly string[] {
  const inTree = new Set(taken);
  const groups = new Map<string, string[]>();
  for (const path of files
    .filter((file) => !inTree.has(file))
    .map(textOf)
    .sort()) {
    const top = path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '';
    groups.set(top, [...(groups.get(top) ?? []), path]);
  }
  const names = [...groups].flatMap(([top, paths]) => {
    const many = top !== '' && paths.length > maxNamesInFolder;
    return many ? [`${top} (${String(paths.length)} files)`] : paths;
  });
  const hidden = [...wanted].filter((path) => ignored.has(path)).map((path) => `${textOf(path)} (ignored)`);
  return shortList([...hidden, ...names], maxNames);
}
