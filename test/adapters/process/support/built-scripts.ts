import { transformFile } from '@swc/core';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removal } from '../../../support/removal.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const rooms = ['process', 'jails', 'agents', 'host']
  .map((room) => `src/adapters/${room}`)
  .concat('src/domain', 'src/ports');

/** The scripts that run as processes of their own, compiled from the source as it is now. */
export interface BuiltScripts {
  readonly folder: string;
  readonly guardPath: string;
  readonly leafPath: string;
  remove(): Promise<void>;
}

export async function buildScripts(): Promise<BuiltScripts> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-built-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const room of rooms) {
    const names = await readdir(join(root, room), { recursive: true });
    await Promise.all(
      names.filter((name) => name.endsWith('.ts')).map((name) => compile(folder, join(root, room, name))),
    );
  }
  return {
    folder,
    guardPath: join(folder, 'adapters/process/guard.js'),
    leafPath: join(folder, 'adapters/agents/scripted/leaf.js'),
    remove: () => rm(folder, removal),
  };
}

async function compile(folder: string, path: string): Promise<void> {
  const { code } = await transformFile(path, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  const target = join(folder, relative(join(root, 'src'), path)).replace(/\.ts$/, '.js');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}
