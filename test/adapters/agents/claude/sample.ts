import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LeafJob } from '../../../../src/ports/agent.js';
import type { ProgramResult } from '../../../../src/ports/program.js';

export const job: LeafJob = {
  leafId: 'pawl/run-1/1-1-develop-red-step-1',
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  prompt: 'Write the test.\n',
  shell: true,
  schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  folders: { work: '/leaf/work', home: '/leaf/home', temporary: '/leaf/tmp', logs: '/leaf/logs' },
  env: {},
};

/** How a process ended that printed `out`. */
export function endedWith(out: string, more: Partial<ProgramResult> = {}, err = ''): ProgramResult {
  const stream = (text: string): ProgramResult['out'] => ({
    path: '/nowhere',
    bytes: text.length,
    truncated: false,
    tail: text,
  });
  return {
    end: 'exited',
    exitCode: 0,
    signal: null,
    out: stream(out),
    err: stream(err),
    durationMs: 1_500,
    survivorsEnded: 0,
    outOfMemory: false,
    processLimitHit: false,
    problem: null,
    ...more,
  };
}

/** What a real claude printed for a model that was scripted; lists of its first line that nobody reads left out. */
export function recorded(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./recorded/${name}.jsonl`, import.meta.url)), 'utf8');
}

/** A recording with the fields of its result line changed. */
export function withResult(name: string, change: Readonly<Record<string, unknown>>): string {
  return changeLine(name, (record) => record['type'] === 'result', change);
}

/** A recording with the fields of its first line changed. */
export function withInit(name: string, change: Readonly<Record<string, unknown>>): string {
  return changeLine(name, (record) => record['subtype'] === 'init', change);
}

function changeLine(
  name: string,
  isIt: (record: Readonly<Record<string, unknown>>) => boolean,
  change: Readonly<Record<string, unknown>>,
): string {
  const lines = recorded(name).trimEnd().split('\n');
  return lines
    .map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      return `${JSON.stringify(isIt(record) ? { ...record, ...change } : record)}\n`;
    })
    .join('');
}
