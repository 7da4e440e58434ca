import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installed } from './row.js';

const own = join(process.cwd(), 'node_modules');

/** Packages as this project has them, one link a package: what a runner writes into node_modules itself stays in its tree. */
export async function linkOwnPackages(folder: string): Promise<Installed> {
  const to = join(folder, 'node_modules');
  await mkdir(to);
  const names = (await readdir(own)).filter((name) => name === '.bin' || !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(own, name), join(to, name))));
  // This project may itself lie in a folder that the jail replaces, such as /tmp.
  return { readable: [own] };
}
