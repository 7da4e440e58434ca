import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './build-hash.mjs';
import { capture } from './child.mjs';
import { places } from './places.mjs';
import { SetUpError } from './say.mjs';

const output = join(places.cache, 'out');
const memory = join(places.cache, 'tsbuildinfo');

/**
 * Checks the types and compiles; quick when little has changed since the last time.
 * @returns {Promise<readonly { from: string, to: string }[]>} compiled file and its place below dist
 * @throws {SetUpError} with the compiler's findings
 */
export async function compile() {
  mkdirSync(places.cache, { recursive: true });
  await tsc();
  if (wantedFiles().some(({ from }) => !existsSync(from))) {
    // The compiler remembers what it wrote, and somebody took a part of that away: from the start, then.
    rmSync(memory, { force: true });
    await tsc();
  }
  return wantedFiles();
}

/** Asked of the sources, so that what belongs to a deleted one is left behind. */
function wantedFiles() {
  return filesBelow(places.source)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => relative(places.source, file).replace(/\.ts$/, '.js'))
    .flatMap((to) => [to, `${to}.map`].map((name) => ({ from: join(output, name), to: name })));
}

async function tsc() {
  const project = ['-p', join(places.root, 'tsconfig.build.json'), '--outDir', output, '--noEmitOnError'];
  const quick = ['--incremental', '--tsBuildInfoFile', memory];
  const program = join(places.modules, 'typescript', 'bin', 'tsc');
  const end = await capture(process.execPath, [program, ...project, ...quick, '--pretty', 'false'], {
    cwd: places.root,
  });
  if (end.code !== 0) throw new SetUpError(`The sources do not compile:\n${end.output}`);
}
