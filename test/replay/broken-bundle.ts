import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/rig.js';

export const bundlePath = join(projectRoot, 'dist/workflow-bundle.js');

/**
 * The workflow bundle with two of its commands in the other order, as a change without `patched` would have it: the suite is
 * run before dependencies are set up.
 */
export async function brokenBundle(): Promise<string> {
  const code = await readFile(bundlePath, 'utf8');
  const order = /await setup\(desk\);(\s+)await baseline\(desk\);/;
  if (!order.test(code)) throw new Error('the bundle has no such place any more: name another one here');
  return code.replace(order, 'await baseline(desk);$1await setup(desk);');
}

/** A folder with this Pawl and that bundle: a worker of it is one after a change without `patched`. The caller removes it. */
export async function brokenPawl(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-broken-'));
  for (const name of ['bin', 'dist', 'package.json']) {
    await cp(join(projectRoot, name), join(folder, name), { recursive: true });
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'dist/workflow-bundle.js'), await brokenBundle());
  return folder;
}
