import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Scripts are small; a program that was compiled is left alone. */
const mostBytes = 1_000_000;

/**
 * Takes the path of the setup's folder out of a virtual environment, so that it works at the same place of any
 * other folder: scripts find the interpreter beside them, and the paths of editable installs become relative to
 * `site-packages`, which is what a `.pth` file's paths are relative to.
 */
export async function relocateVenv(work: string, venv: string): Promise<void> {
  const folder = join(work, venv);
  const scripts = join(folder, 'bin');
  for (const name of await readdir(scripts).catch(() => [])) await relocateScript(folder, join(scripts, name));
  for (const library of await libraries(folder)) {
    const names = (await readdir(library)).filter((name) => name.endsWith('.pth') || name.endsWith('.egg-link'));
    for (const name of names) await relocatePaths(work, library, join(library, name));
  }
}

async function libraries(folder: string): Promise<readonly string[]> {
  const lib = join(folder, 'lib');
  const found = (await readdir(lib).catch(() => [])).map((name) => join(lib, name, 'site-packages'));
  const there = await Promise.all(found.map((path) => stat(path).catch(() => null)));
  return found.filter((_, at) => there[at]?.isDirectory() === true);
}

async function relocateScript(venv: string, path: string): Promise<void> {
  if (!(await isScript(path))) return;
  const text = await readFile(path, 'latin1');
  const [program, rest] = interpreterOf(text) ?? [];
  const old = Buffer.from(`${venv}/bin/`).toString('latin1');
  if (program === undefined || rest === undefined || !program.startsWith(old)) return;
  // A shell's line that Python reads as a text: the interpreter beside the script, wherever that lies.
  const name = program.slice(old.length);
  const head = `#!/bin/sh\n'''exec' "$(dirname -- "$0")/${name}" "$0" "$@"\n' '''\n`;
  await writeFile(path, head + rest, 'latin1');
}

/** `#!/path/python`, or the three lines that installers write when that path is long or has blanks. */
function interpreterOf(text: string): readonly [program: string, rest: string] | null {
  const long = /^#!\/bin\/sh\n'''exec' (?:"([^"\n]+)"|(\S+)) "\$0" "\$@"\n' '''\n/.exec(text);
  if (long !== null) return [long[1] ?? long[2] ?? '', text.slice(long[0].length)];
  const short = /^#!(\S+)[^\n]*\n/.exec(text);
  return short === null ? null : [short[1] ?? '', text.slice(short[0].length)];
}

async function isScript(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile() || facts.size > mostBytes) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await file.close();
  }
}

async function relocatePaths(work: string, library: string, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const lines = text.split('\n').map((line) => {
    const inTree = line === work || line.startsWith(`${work}/`);
    return inTree ? relative(library, line) : line;
  });
  const changed = lines.join('\n');
  if (changed !== text) await writeFile(path, changed);
}
