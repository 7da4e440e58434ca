import { chown, lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../artifacts/atomic-write.js';

/**
 * Adds each line to `info/exclude` of a git directory once (R-004-09). The file's own bytes stay as they are;
 * readers see the old file or the new one.
 */
export async function excludeIn(gitDir: string, lines: readonly string[]): Promise<void> {
  const named = join(gitDir, 'info', 'exclude');
  await mkdir(dirname(named), { recursive: true });
  // Some keep the file elsewhere, behind a link, which is to stay.
  const path = (await lstat(named).catch(() => null))?.isSymbolicLink() === true ? await realpath(named) : named;
  const before = await readFile(path).catch(() => Buffer.alloc(0));
  const present = new Set(before.toString('latin1').split(/\r?\n/));
  const missing = [...new Set(lines)].filter((line) => !present.has(Buffer.from(line, 'utf8').toString('latin1')));
  if (missing.length === 0) return;
  const open = before.length > 0 && before[before.length - 1] !== 0x0a;
  const added = `${open ? '\n' : ''}${missing.join('\n')}\n`;
  const owner = (await stat(path).catch(() => null)) ?? (await stat(gitDir));
  const mode = owner.isFile() ? owner.mode & 0o777 : 0o644;
  await writeAtomically(path, Buffer.concat([before, Buffer.from(added, 'utf8')]), mode);
  // A worker that runs as root must not take the file from its owner.
  await chown(path, owner.uid, owner.gid).catch(() => undefined);
}
