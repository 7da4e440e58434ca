import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of a compiled script that is run as a process of its own. It lies beside its importer; when the importer
 * runs from `src/` (tests), the script of the last build is taken.
 * @throws when there is neither.
 */
export function scriptPath(name: string, importerUrl: string): string {
  const beside = fileURLToPath(new URL(name, importerUrl));
  if (existsSync(beside)) return beside;
  const at = beside.lastIndexOf(`${sep}src${sep}`);
  const built = at === -1 ? beside : `${beside.slice(0, at)}${sep}dist${beside.slice(at + 4)}`;
  if (existsSync(built)) return built;
  throw new Error(`${built} is not there; it is made by: npm run build`);
}
