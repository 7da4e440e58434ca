import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { plainLine } from '../render/plain.js';
import { fine, trouble, type Check } from './check.js';

/** The first executable of this name on PATH; null when there is none. */
export async function onPath(program: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((entry) => isAbsolute(entry))) {
    const candidate = join(folder, program);
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return candidate;
  }
  return null;
}

/** What opens a test that waits at the gate. @param editor a command line, such as `code --wait` */
export async function lookAtEditor(editor: string | null, path: string): Promise<Check> {
  const mend = 'export EDITOR=nano';
  if (editor === null) return trouble('editor', 'warn', 'neither VISUAL nor EDITOR is set', mend);
  const program = /^(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(editor)?.slice(1).find(Boolean) ?? editor;
  const isThere = program.includes('/')
    ? await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
    : (await onPath(program, path)) !== null;
  if (isThere) return fine('editor', plainLine(editor));
  return trouble('editor', 'warn', `${plainLine(editor)} is not there`, mend);
}
