import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeEvent } from '../adapters/agents/claude/event.js';
import { createAgents } from '../adapters/agents/agents.js';
import { scriptedEvent } from '../adapters/agents/scripted/event.js';
import { keepBytes } from '../adapters/process/guard-protocol.js';
import type { Config } from '../config.js';
import { LeafTail } from './leaf-tail.js';

/** One start of a program in a run: an agent's leaf, or Pawl's own run of tests or setup. */
export interface LeafLog {
  /** Folder name, unique in the run. */
  readonly label: string;
  /** `develop-red`, `observe-red`, `setup` … */
  readonly name: string;
  /** `pawl` for what Pawl runs itself. */
  readonly role: string;
  readonly phase: string;
  readonly step: string;
  readonly attempt: number;
  readonly agent: string | null;
  /** False until its launch is on record, a moment after its folder was made: till then role and agent are a guess by name. */
  readonly isNoted: boolean;
  /** Hash of the manifest of all that it was given, as its launch noted it; null when there is none. */
  readonly manifest: string | null;
  /** Null while it runs, and for a leaf whose worker died; also for Pawl's own runs, which note it elsewhere. */
  readonly outcome: string | null;
  readonly outBytes: number;
  readonly errBytes: number;
  /** The rest of what it wrote was not kept. */
  readonly isCut: boolean;
}

/** The logs of one run on this machine. */
export interface RunLogs {
  readonly folder: string;
  /** As of now, in the order in which they began. */
  leaves(): Promise<readonly LeafLog[]>;
  tail(label: string, stream: 'out' | 'err'): LeafTail;
  prompt(label: string): LeafTail;
}

const folderName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;

/** Null when this machine has no folder of the run. */
export async function openRunLogs(home: string, key: string): Promise<RunLogs | null> {
  const folder = join(home, 'runs', key);
  if (!folderName.test(key) || !(await isFolder(folder))) return null;
  return {
    folder,
    leaves: () => leavesIn(folder),
    tail: (label, stream) => new LeafTail(join(folder, 'leaves', label, stream)),
    prompt: (label) => new LeafTail(join(folder, 'leaves', label, 'prompt.txt')),
  };
}

/** Names of the runs that have logs here, the newest first. */
export async function loggedRuns(home: string, limit: number): Promise<readonly string[]> {
  const names = (await readdir(join(home, 'runs')).catch(() => [])).filter((name) => folderName.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, atMs: (await stat(join(home, 'runs', name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return dated
    .sort((one, other) => other.atMs - one.atMs)
    .slice(0, limit)
    .map(({ name }) => name);
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() ?? false;
}

interface Noted {
  readonly role: string;
  readonly phase: string;
  readonly step: string;
  readonly attempt: number;
  readonly agent: string | null;
  readonly outcome: string | null;
  readonly manifest: string | null;
}

async function leavesIn(folder: string): Promise<readonly LeafLog[]> {
  const noted = await readEvents(join(folder, 'events.jsonl'));
  const labels = await readdir(join(folder, 'leaves')).catch(() => []);
  const found = await Promise.all(labels.flatMap((label) => leafOf(folder, label, noted.get(label) ?? null)));
  const firstOf = new Map<string, number>();
  for (const { execution, atMs } of found) firstOf.set(execution, Math.min(atMs, firstOf.get(execution) ?? atMs));
  // Within an execution its own count orders them; a clock only tells executions apart.
  return found
    .sort((one, other) => {
      if (one.execution === other.execution) return one.serial - other.serial;
      return (firstOf.get(one.execution) ?? 0) - (firstOf.get(other.execution) ?? 0);
    })
    .map(({ leaf }) => leaf);
}

interface Found {
  readonly leaf: LeafLog;
  readonly execution: string;
  readonly serial: number;
  readonly atMs: number;
}

/** `<execution>-<count>-<name>-step-<step>`, as activities/leaf-id.ts names it. */
const labelForm = /^([A-Za-z0-9]{1,8})-(\d{1,9})-(.+)-step-(.+?)(?:-try\d+)?$/;

function leafOf(folder: string, label: string, noted: Noted | null): readonly Promise<Found>[] {
  const match = labelForm.exec(label);
  if (match === null || !folderName.test(label)) return [];
  const [, execution = '', serial = '0', name = '', step = 'none'] = match;
  const guessed = { role: roleOf(name), phase: phaseOf(name), step: step === 'none' ? '-' : step, attempt: 1 };
  const top = join(folder, 'leaves', label);
  const measure = async (): Promise<Found> => {
    const [out, err, made] = await Promise.all(
      ['out', 'err', '.'].map((one) => stat(join(top, one)).catch(() => null)),
    );
    const outBytes = out?.size ?? 0;
    const errBytes = err?.size ?? 0;
    const isCut = outBytes >= keepBytes || errBytes >= keepBytes;
    const told = noted ?? { ...guessed, agent: null, outcome: null, manifest: null };
    const leaf = { label, name, ...told, isNoted: noted !== null, outBytes, errBytes, isCut };
    return { leaf, execution, serial: Number(serial), atMs: made?.birthtimeMs ?? 0 };
  };
  return [measure()];
}

const roleByName: Readonly<Record<string, string>> = {
  plan: 'planner',
  develop: 'developer',
  debug: 'debugger',
  verify: 'verifier',
  domain: 'domain-reviewer',
  critic: 'critic',
};

/** A leaf's launch is noted a moment after its folder was made. */
function roleOf(name: string): string {
  const [what = ''] = name.split('-');
  return roleByName[what] ?? 'pawl';
}

function phaseOf(name: string): string {
  // Several runs of one tree are numbered: `baseline-2`, `observe-red-3`.
  const plain = name.replace(/(?:-\d+|-again)+$/, '');
  if (plain === 'setup' || plain === 'baseline') return 'preflight';
  if (plain === 'observe-taken-back') return 'green';
  return /^(?:observe|develop|debug|verify)-(.+)$/.exec(plain)?.[1] ?? (plain === 'plan' ? plain : '-');
}

/** What was noted of each leaf, by its folder's name; lines that can't be read are passed over. */
async function readEvents(path: string): Promise<ReadonlyMap<string, Noted>> {
  const leaves = new Map<string, Noted>();
  for await (const line of new LeafTail(path).lines()) {
    const event = parse(line);
    const kind = event['kind'];
    const label = text(event['id'], '').split('/').at(-1) ?? '';
    if (kind !== 'launch' && kind !== 'exit') continue;
    const agent = text(event['agent'], leaves.get(label)?.agent ?? '');
    leaves.set(label, {
      role: text(event['actor'], '-'),
      phase: text(event['phase'], '-'),
      step: text(event['step'], '-'),
      attempt: typeof event['attempt'] === 'number' ? event['attempt'] : 1,
      agent: agent === '' ? null : agent,
      outcome: kind === 'exit' ? text(event['outcome'], 'ended') : null,
      manifest: sha256In(event['manifest']) ?? leaves.get(label)?.manifest ?? null,
    });
  }
  return leaves;
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function sha256In(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : null;
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value.slice(0, 200) : otherwise;
}

/** How an agent's lines are read by people; null for one that says nothing, and for an agent nobody here knows. */
export type ReadLine = (line: string) => string | null;

export function rendererOf(config: Config, agent: string | null): ReadLine | null {
  if (agent === 'scripted') return (line) => scriptedEvent(line)?.text ?? null;
  if (agent === 'claude') return (line) => claudeEvent(line)?.text ?? null;
  const found = createAgents(config.agents).find((one) => one.name === agent);
  return found === undefined ? null : (line) => found.event(line)?.text ?? null;
}
