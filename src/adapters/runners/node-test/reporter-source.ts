import { preloadFile } from './preload-source.js';

/** A reporter of node:test that writes each event as a sealed line (`sealed-file.ts`) and prints nothing. */
export const reporterFile = 'pawl-reporter.mjs';

export const reporterSource = `// Written by Pawl for one test run.
import { createHmac } from 'node:crypto';
import { appendFileSync, openSync } from 'node:fs';
import { errorFacts, takeKey } from './${preloadFile}';

const key = takeKey();
const out = openSync(new URL('./pawl-events.jsonl', import.meta.url), 'ax', 0o600);
let count = 0;

/** Written at once, so that a run that is ended from outside leaves what it saw. */
function write(record) {
  const body = JSON.stringify(record);
  const seal = createHmac('sha256', key).update(count + ':' + body).digest('hex').slice(0, 32);
  count += 1;
  appendFileSync(out, seal + ' ' + body + '\\n');
}

const isSet = (value) => value !== undefined && value !== false;
const name = (value) => String(value).slice(0, 65536);

function result(type, data) {
  const error = data.details?.error;
  const wrapped = typeof error === 'object' && error !== null && 'failureType' in error;
  return {
    type,
    nesting: data.nesting,
    name: name(data.name),
    file: data.file ?? null,
    line: data.line ?? null,
    column: data.column ?? null,
    skip: isSet(data.skip),
    todo: isSet(data.todo),
    suite: data.details?.type === 'suite',
    ms: data.details?.duration_ms ?? 0,
    failureType: wrapped ? String(error.failureType) : null,
    exitCode: wrapped && typeof error.exitCode === 'number' ? error.exitCode : null,
    signal: wrapped && typeof error.signal === 'string' ? error.signal : null,
    error: type === 'fail' ? errorFacts(wrapped ? (error.cause ?? error.message) : error) : null,
  };
}

export default async function* pawl(source) {
  write({ type: 'start', pid: process.pid, cwd: process.cwd(), node: process.version });
  for await (const { type, data } of source) {
    if (type === 'test:start') write({ type: 'begin', nesting: data.nesting, name: name(data.name) });
    else if (type === 'test:pass') write(result('pass', data));
    else if (type === 'test:fail') write(result('fail', data));
  }
  write({ type: 'end' });
}
`;
