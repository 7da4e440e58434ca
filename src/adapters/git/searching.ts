import type { FoundLines, ObjectId, SearchWish } from '../../ports/repository.js';
import { objectId } from './names.js';
import type { Trusted } from './trusted.js';

const longestText = 400;

/** By `git grep` on the tree itself: nothing is laid on disk, and no attribute of the tree has a say. */
export async function search(
  trusted: Trusted,
  treeish: ObjectId,
  words: readonly string[],
  { maxBytes, paths }: SearchWish,
): Promise<FoundLines> {
  // Without a path git would look at all of them, and without a word it would refuse.
  if (paths?.length === 0 || words.length === 0) return { lines: [], cut: false };
  const args = ['grep', '-n', '-z', '-I', '-F', '-w', '--no-color', '--no-textconv'];
  const wanted = words.flatMap((word) => ['-e', word]);
  const where = paths === undefined ? [] : ['--', ...paths];
  // Exit code 1 says that nothing was found.
  const call = { answers: [1], maxBytes: maxBytes + 1 };
  const output = await trusted.must([...args, ...wanted, objectId(treeish), ...where], call);
  const cut = output.length > maxBytes;
  const whole = cut ? output.subarray(0, output.lastIndexOf(0x0a) + 1) : output;
  return { lines: whole.toString('utf8').split('\n').flatMap(readLine), cut };
}

/** `<tree>:<path>\0<line>\0<text>`; older versions of git end the number with a colon. */
function readLine(line: string): FoundLines['lines'] {
  const found = /^[0-9a-f]{40}:([^\0]+)\0(\d+)[\0:]/.exec(line);
  if (found === null) return [];
  const [start, path = '', number = ''] = found;
  return [{ path, line: Number(number), text: line.slice(start.length, start.length + longestText) }];
}
