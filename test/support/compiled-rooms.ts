import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Compiles rooms of src into a folder, as `<folder>/<room>/…js`, so that a test can run them in a process of
 * their own and kill that.
 */
export function compileRooms(folder: string, rooms: readonly string[]): void {
  const source = join(root, 'src');
  for (const room of rooms) {
    for (const name of readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = join(source, room, name);
      const target = join(folder, relative(source, file).replace(/\.ts$/, '.js'));
      const { code } = transformFileSync(file, {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}
