import { transformFile } from '@swc/core';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../support/git-repos.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The adapter as plain JavaScript, so that a real process of its own can run it and be killed. */
export async function compiledAdapter(): Promise<string> {
  const folder = await temporaryFolder('pawl-compiled');
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const part of ['adapters/git', 'adapters/artifacts', 'ports', 'domain']) {
    const names = await readdir(join(project, 'src', part), { recursive: true });
    for (const name of names.filter((text) => text.endsWith('.ts'))) {
      const jsc = { target: 'es2022', parser: { syntax: 'typescript' } } as const;
      const { code } = await transformFile(join(project, 'src', part, name), { jsc, module: { type: 'es6' } });
      const to = join(folder, part, name.replace(/\.ts$/, '.js'));
      await mkdir(dirname(to), { recursive: true });
      await writeFile(to, code);
    }
  }
  await writeFile(join(folder, 'worker.js'), worker);
  return folder;
}

/** Lays, takes, commits, moves and pushes without end; says so once when it begins. */
const worker = `
import { createRepositories } from './adapters/git/repositories.js';
import { writeFileSync } from 'node:fs';
const [origin, gitDir, home] = process.argv.slice(2);
const people = { authorName: null, authorEmail: null, email: null };
const options = { home, path: process.env.PATH, gitGlobalConfig: home + '/.gitconfig', people };
const author = { name: 'Ada', email: 'ada@example.org' };
process.stdout.write('begins\\n');
const trusted = await createRepositories(options).open({ path: origin, gitDir });
await trusted.fetch();
let parent = await trusted.resolveInOrigin('main');
let tip = null;
for (let round = 0; ; round += 1) {
  const work = home + '/work/' + process.pid + '-' + round;
  const tree = await trusted.treeOf(parent);
  await trusted.layWorkspace(tree, work);
  writeFileSync(work + '/a', 'round ' + round);
  const taken = await trusted.takeTree(work, tree, []);
  const sha = await trusted.writeCommit({ tree: taken.tree, parent, message: 'round ' + round, author, atMs: 0 });
  const moved = await trusted.moveBranch('tdd/x', sha, tip);
  if (moved.kind === 'moved-by-others') process.exit(3);
  await trusted.push('tdd/x', sha, tip);
  tip = sha;
  parent = sha;
}
`;

export async function startWorker(compiled: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(compiled, 'worker.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it began`)));
  });
  return child;
}
