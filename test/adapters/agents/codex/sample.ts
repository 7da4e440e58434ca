import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noRecord, type CodexRecord } from '../../../../src/adapters/agents/codex/rollout.js';
import { concludeCodex } from '../../../../src/adapters/agents/codex/conclude.js';
import { readStream } from '../../../../src/adapters/agents/codex/stream.js';
import type { LeafConclusion, LeafJob } from '../../../../src/ports/agent.js';
import type { ProgramResult } from '../../../../src/ports/program.js';
import { endedWith } from '../claude/sample.js';

export const job: LeafJob = {
  leafId: 'pawl/run-1/1-1-develop-red-step-1',
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  prompt: 'Write the test.\n',
  shell: true,
  jail: 'process',
  schema: {
    type: 'object',
    properties: { status: { type: 'string', enum: ['done'] } },
    required: ['status'],
    additionalProperties: false,
  },
  folders: { work: '/leaf/work', home: '/leaf/home', temporary: '/leaf/tmp', logs: '/leaf/logs' },
  env: {},
};

/** What a real codex printed for a model that was scripted; `.rollout` has lines of the record it kept. */
export function recorded(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./recorded/0.171.0-${name}.jsonl`, import.meta.url)), 'utf8');
}

export interface Wish {
  readonly result?: Partial<ProgramResult>;
  readonly job?: Partial<LeafJob>;
  readonly record?: Partial<CodexRecord>;
  readonly err?: string;
  readonly nowMs?: number;
}

/** The conclusion of a leaf that printed `out`. */
export function conclude(
  out: string,
  { result = {}, job: change = {}, record = {}, err, nowMs = 0 }: Wish = {},
): LeafConclusion {
  const told = { stream: readStream(out), record: { ...noRecord, ...record }, nowMs };
  return concludeCodex({ ...job, ...change }, endedWith(out, result, err), told);
}
