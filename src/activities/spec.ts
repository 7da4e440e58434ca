import { causeFailure } from '../contract/failures.js';
import type { SourceInput } from '../contract/run-input.js';
import { listDiff } from '../domain/plan/frozen-list.js';
import { ledgerOfTasks, type SpecLedger } from '../domain/plan/spec-ledger.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import type { Driver } from '../domain/run/phase.js';
import type { Repository } from '../ports/repository.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import type { Tools } from './tools.js';

/** A spec as it is at the run's base. */
export interface Spec {
  readonly title: string;
  /** Its words on what is wanted, for leaves: the requirements where there are some, else the list itself. */
  readonly body: string;
  readonly list: string;
  readonly ledger: SpecLedger;
  readonly notes: readonly string[];
}

const maxChars = 1_000_000;
/** What the tools that write such folders call it, the most exact first. */
const wordsOfSpec = ['requirements.md', 'spec.md', 'proposal.md', 'design.md'];
const approvals = ['.requirements-approved', '.design-approved'];

export interface SpecAt {
  readonly base: string;
  readonly source: SourceInput;
  readonly driver: Driver;
  readonly labels: MoreLabels;
}

/**
 * Reads a spec's folder at the base: its list, its words, and a person's approval (R-000-46…49, R-000-48).
 * @throws `source-unusable`, `no-tasks`, `not-approved`, `list-changed`
 */
export async function readSpec(tools: Tools, repository: Repository, at: SpecAt): Promise<Spec> {
  const { base, source, labels } = at;
  const folder = folderOf(source);
  const path = `${folder}/tasks.md`;
  const list = await repository.readFile(base, path);
  if (list === null) {
    const how = `git add -- ${quoted(path)} && git commit`;
    throw causeFailure('source-unusable', `${path} is not there at ${base.slice(0, 10)}; commit it first: ${how}`);
  }
  if (list.length > maxChars) throw causeFailure('source-unusable', `${path} is larger than 1 MB`);
  const title = titleIn(list) ?? folder.slice(folder.lastIndexOf('/') + 1);
  const ledger = specLedger(list, { path, title, base, labels });
  const approved = await approvedBy(tools, repository, { ...at, folder, list });
  return { title, body: await bodyOf(repository, base, folder, list), list, ledger, notes: approved };
}

interface ListAt {
  readonly path: string;
  readonly title: string;
  readonly base: string;
  readonly labels: MoreLabels;
}

/** @throws `no-tasks`, which is never "all done" (C-23), or `source-unusable` */
export function specLedger(text: string, { path, title, base, labels }: ListAt): SpecLedger {
  const read = readTasks(text, { labels });
  switch (read.kind) {
    case 'list':
      return ledgerOfTasks(read.list, title, base);
    case 'no-tasks':
      throw causeFailure('no-tasks', `${path}: ${read.why}`);
    case 'unreadable':
      throw causeFailure('source-unusable', `${path}: ${read.why}`);
  }
}

export function folderOf({ folder, slug }: SourceInput): string {
  return folder ?? `specs/${slug}`;
}

function titleIn(list: string): string | null {
  const heading = /^\uFEFF?#[ \t]+(\S.*)$/m.exec(list.slice(0, 20_000))?.[1]?.trim() ?? '';
  return heading === '' ? null : heading.slice(0, 200);
}

async function bodyOf(repository: Repository, base: string, folder: string, list: string): Promise<string> {
  for (const name of wordsOfSpec) {
    const text = await repository.readFile(base, `${folder}/${name}`);
    if (text !== null && text.trim() !== '') return text.slice(0, maxChars);
  }
  return list;
}

interface Approval extends SpecAt {
  readonly folder: string;
  readonly list: string;
}

/**
 * `.tasks-approved` freezes the list: committed, it stands for the list as it was then; in the checkout alone, for the
 * one at the base, which can't be compared with anything, and this is said (R-000-48, R-000-49).
 */
async function approvedBy(tools: Tools, repository: Repository, at: Approval): Promise<readonly string[]> {
  const { base, folder, list, source, driver } = at;
  const missing: string[] = [];
  for (const name of approvals) if (!(await isThere(tools, repository, at, name))) missing.push(`${folder}/${name}`);
  if (missing.length > 0 && driver === 'ralph') throw notApproved(missing[0] ?? '');
  const unsaid = missing.map((path) => `${path} is not there: the driver "implement" goes on without it`);
  const path = `${folder}/.tasks-approved`;
  if ((await repository.readFile(base, path)) === null) {
    const inCheckout = await tools.tracker.read(`${source.origin}/${path}`, 10_000);
    if (inCheckout.kind === 'missing') throw notApproved(path);
    return [...unsaid, `${path} is not committed: it counts as approval of the list at ${base.slice(0, 10)}`];
  }
  const commit = await repository.lastChange(base, path);
  const then = commit === null ? null : await repository.readFile(commit, `${folder}/tasks.md`);
  const diff = then === null ? null : listDiff(then, list);
  if (diff === null) return unsaid;
  const how = `look at it, then approve it anew: date > ${quoted(path)} && git add -- ${quoted(path)} && git commit`;
  throw causeFailure('list-changed', `${folder}/tasks.md was changed since it was approved, ${diff}\n${how}`);
}

async function isThere(tools: Tools, repository: Repository, at: Approval, name: string): Promise<boolean> {
  const path = `${at.folder}/${name}`;
  if ((await repository.readFile(at.base, path)) !== null) return true;
  return (await tools.tracker.read(`${at.source.origin}/${path}`, 10_000)).kind === 'found';
}

function notApproved(path: string): Error {
  const how = `touch ${quoted(path)} && git add -- ${quoted(path)} && git commit -m 'Approve the tasks'`;
  return causeFailure(
    'not-approved',
    `${path} is not there: a person has to approve the list first. Read it, then: ${how}`,
  );
}

/** As a shell takes it, whatever the folder is called. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
