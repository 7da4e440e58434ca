import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';

/**
 * `node replay-all.mjs <workflow bundle> <history.json.gz> …`: one worker replays them all. Prints one JSON object: the error of
 * each that does not replay, by name. A process of its own: an SDK runtime that is no other test's.
 */
const [codePath = '', ...files] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

/** Bytes are packed as base64 (`scrub.ts`). @param {string} _key @param {{ $bytes?: string } | unknown} value */
const unpack = (_key, value) =>
  value !== null && typeof value === 'object' && '$bytes' in value
    ? Buffer.from(String(value.$bytes), 'base64')
    : value;

const named = files.map((file) => ({
  workflowId: basename(file, '.json.gz'),
  history: JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'), unpack),
}));
/** @type {Record<string, string>} */
const failures = {};
let replayed = 0;
for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, named)) {
  replayed += 1;
  if (error !== undefined) failures[workflowId] = `${error.name}: ${error.message}`;
}
console.log(JSON.stringify({ replayed, failures }));
