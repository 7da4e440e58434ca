import type { TestCommand } from '../../../ports/test-runner.js';
import { readShellLine } from '../../../domain/evidence/shell-words.js';
import { testScript, type ReadFile } from '../package-script.js';
import { nodeParts } from './node-command.js';
import { isFoundByNode, usesNodeTest } from './node-files.js';

/** Reading more files would not make it surer. */
const mostFilesRead = 20;

/**
 * The test script's own `node --test …`; without a script, or with a stub (R16), plain `node --test` when the
 * repository has tests of node:test. A script for another runner is that runner's.
 */
export async function detectNodeTest(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  const script = await testScript(read);
  if (script.kind === 'command') {
    const fits = nodeParts(script.argv) !== null && isRunnable(script.argv);
    return fits ? [{ runner: 'node:test', argv: script.argv, source: 'detected' }] : [];
  }
  for (const path of files.filter(isFoundByNode).slice(0, mostFilesRead)) {
    const text = await read(path);
    if (text !== null && usesNodeTest(text)) {
      return [{ runner: 'node:test', argv: ['node', '--test'], source: 'detected' }];
    }
  }
  return [];
}

/** Outside of npm, programs of node_modules/.bin are not on PATH: what runs before the tests must be found without. */
const found: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'npx', 'node', 'mkdir', 'rm', 'cp', 'cd', 'true']);

function isRunnable(argv: readonly string[]): boolean {
  const line = argv[0] === 'sh' ? argv[2] : undefined;
  if (line === undefined) return true;
  const read = readShellLine(line);
  if (read.kind === 'broken') return false;
  const last = read.tokens.findLastIndex((token) => token.kind === 'operator');
  return read.tokens.slice(0, Math.max(0, last)).every((token, index, all) => {
    const isFirst = index === 0 || all[index - 1]?.kind === 'operator';
    return !isFirst || token.kind === 'operator' || found.has(token.value) || token.source.includes('=');
  });
}
