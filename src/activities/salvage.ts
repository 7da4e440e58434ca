import { Context } from '@temporalio/activity';
import { EditRecord } from '../contract/edit-record.js';
import { displayLine } from '../domain/sanitise.js';
import { isolate, type IsolationWish } from './isolation.js';
import { keepTree } from './keep-attempt.js';
import { leafIdPrefix } from './leaf-id.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';
import type { LeftFolder, WorkFolder } from '../ports/run-folders.js';

export interface EditWish extends IsolationWish {
  readonly role: 'developer' | 'debugger';
  readonly step: string;
  readonly base: string;
}

export async function recordEdit(tools: Tools, folder: WorkFolder, wish: EditWish): Promise<void> {
  const { step, role, phase, from, base, wanted = null } = wish;
  const record: EditRecord = { step, role, phase, from, base, wanted: wanted === null ? null : [...wanted] };
  await tools.folders.write(folder.record, JSON.stringify(record));
}

export interface Salvaged {
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Keeps what leaves had written whose worker died, or was told to end, as attempts of their steps, and removes their
 * workspaces (R-002-21, F1). Whatever still ran there is ended first. Nothing here may hide what comes next: what can't be
 * kept is said.
 */
export async function salvage(tools: Tools, run: Run): Promise<Salvaged> {
  const left = await tools.folders.leftBehind(run.key);
  if (left.length === 0) return { kept: [], notes: [] };
  await tools.programs.sweep(leafIdPrefix(run.key));
  const kept: string[] = [];
  const notes: string[] = [];
  for (const folder of left) {
    const saved = await keepLeft(tools, run, folder);
    if (saved.ref !== null) kept.push(saved.ref);
    if (saved.note !== null) notes.push(saved.note);
    await tools.folders.discard(run.key, folder.label);
  }
  return { kept, notes };
}

interface Saved {
  readonly ref: string | null;
  readonly note: string | null;
}

async function keepLeft(tools: Tools, run: Run, folder: LeftFolder): Promise<Saved> {
  const record = recordOf(folder.record);
  if (record === null) return { ref: null, note: `what ${folder.label} had written is lost: its record is spoilt` };
  const who = `a ${record.role} of step ${record.step} whose worker died or was told to end`;
  const { take } = await isolate(run, record);
  const { tree, changes, rejects } = await take(folder.work, record.base, record.wanted);
  if (rejects.length > 0) {
    return { ref: null, note: `what ${who} had written can't be kept: ${displayLine(rejects.join('; '), 300)}` };
  }
  if (changes.length === 0 || tree === record.from) return { ref: null, note: null };
  const { ref, repository } = await keepTree(tools, run, {
    ...{ step: record.step, number: 1, tree },
    parent: (await run.repository.branchTip(run.facts.branch)) ?? run.facts.base.sha,
    message: `attempt at step ${record.step}: its worker died or was told to end\n`,
    atMs: Context.current().info.scheduledTimestampMs,
  });
  return { ref, note: `what ${who} had written is kept: git --git-dir ${repository} show ${ref}` };
}

function recordOf(text: string): EditRecord | null {
  try {
    const read = EditRecord.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
