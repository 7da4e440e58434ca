import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { hashOfSources } from './build-hash.mjs';
import { workflowBundle } from './bundle.mjs';
import { compile } from './compile.mjs';
import { withLock } from './lock.mjs';
import { places } from './places.mjs';
import { step } from './say.mjs';

const stamp = join(places.dist, '.source-hash');
const [next, old] = [join(places.scratch, 'dist'), join(places.scratch, 'old', 'dist')];

/**
 * Brings dist/ up to date with the sources. It is exchanged as a whole: whoever reads it finds the old one or
 * the new one, and after a failure the old one.
 * @returns {Promise<'built' | 'current'>}
 */
export async function build() {
  if (isCurrent(hashOfSources())) return 'current';
  return withLock(places.lock, 'builds', async () => {
    const hash = hashOfSources();
    if (isCurrent(hash)) return 'current';
    await step('building', async () => {
      const [files, bundle] = await Promise.all([compile(), workflowBundle()]);
      lay(files, bundle, hash);
      exchange();
    });
    return 'built';
  });
}

function isCurrent(/** @type {string} */ hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function lay(
  /** @type {readonly { from: string, to: string }[]} */ files,
  /** @type {string} */ bundle,
  /** @type {string} */ hash,
) {
  rmSync(next, { recursive: true, force: true });
  for (const { from, to } of files) {
    const target = join(next, to);
    mkdirSync(dirname(target), { recursive: true });
    if (to.endsWith('.map')) writeFileSync(target, movedMap(from, to));
    else copyFileSync(from, target);
  }
  writeFileSync(join(next, 'workflow-bundle.js'), bundle);
  writeFileSync(join(next, '.source-hash'), hash);
}

/** A source map points at its source from where it lies, and that is dist/ in the end. */
function movedMap(/** @type {string} */ from, /** @type {string} */ to) {
  const map = JSON.parse(readFileSync(from, 'utf8'));
  const source = join(places.source, to.replace(/\.js\.map$/, '.ts'));
  return JSON.stringify({ ...map, sources: [relative(dirname(join(places.dist, to)), source)] });
}

function exchange() {
  rmSync(old, { recursive: true, force: true });
  mkdirSync(dirname(old), { recursive: true });
  if (existsSync(places.dist)) renameSync(places.dist, old);
  renameSync(next, places.dist);
  rmSync(dirname(old), { recursive: true, force: true });
}
