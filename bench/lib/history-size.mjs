import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { quantiles } from './story.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = at('test/replay/histories');

/**
 * How large the kept histories are, and how long the longest takes to replay in a process of its own (start of Node, load of the SDK
 * and of the bundle included, measured apart by a history of a few events).
 */
export function measureHistories(/** @type {{ rounds: number }} */ { rounds }) {
  if (!existsSync(folder)) return { skipped: 'no histories are kept: npm run histories' };
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => {
      const text = gunzipSync(readFileSync(join(folder, name))).toString('utf8');
      return { name, events: JSON.parse(text).events.length, jsonBytes: text.length };
    })
    .sort((one, other) => other.events - one.events);
  const [longest, shortest] = [all[0], all.at(-1)];
  if (longest === undefined || shortest === undefined) return { skipped: 'no histories are kept: npm run histories' };
  return {
    kept: all.length,
    longest,
    replayMs: { longest: replayMs(longest.name, rounds), shortest: replayMs(shortest.name, rounds) },
  };
}

function replayMs(/** @type {string} */ name, /** @type {number} */ rounds) {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    execFileSync(process.execPath, [
      at('test/replay/replay-all.mjs'),
      at('dist/workflow-bundle.js'),
      join(folder, name),
    ]);
    return performance.now() - began;
  });
  return quantiles(times);
}
