import { readFile } from 'node:fs/promises';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import type { TestRunner } from '../../src/ports/test-runner.js';
import { runTests, type RunWish } from './test-runs.js';

export interface Replayed {
  /** What the tool printed, in `<path>.out` and `<path>.err`; `ROOT` stands for the folder of the run. */
  readonly path: string;
  /** In place of those files. */
  readonly said?: string;
  readonly code: number;
  /** Name of the tool, which a script takes the place of. */
  readonly program: string;
  /** Files that the tool writes into the tree. */
  readonly writes?: Readonly<Record<string, string>>;
}

/** A run of a tool that is not here, or of another version, told again from what was kept of it. */
export async function replay(runner: TestRunner, told: Replayed, wish: RunWish): Promise<TestReport> {
  const { path, code, program, writes = {} } = told;
  const [out, err] = await Promise.all(['out', 'err'].map((end) => readFile(`${path}.${end}`, 'utf8').catch(() => '')));
  const script = [
    '#!/bin/sh',
    'test -d .replay/tree && cp -R .replay/tree/. .',
    'sed "s|ROOT|$PWD|g" .replay/out',
    'sed "s|ROOT|$PWD|g" .replay/err >&2',
    `exit ${code}`,
  ];
  const files = {
    ...wish.files,
    '.replay/out': told.said === undefined ? (out ?? '') : `${told.said}\n`,
    '.replay/err': err ?? '',
    [`.replay/${program}`]: `${script.join('\n')}\n`,
    ...Object.fromEntries(Object.entries(writes).map(([name, text]) => [`.replay/tree/${name}`, text])),
  };
  const argv = ['sh', '-c', `chmod +x .replay/${program} && PATH="$PWD/.replay:$PATH" ${wish.argv.join(' ')}`];
  return (await runTests(runner, { ...wish, argv, files })).report;
}
