import { readEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';
import { askStatus } from '../temporal/queries.js';
import type { Server } from '../temporal/server.js';

/** What visibility does not know of a run. */
export interface RunWords {
  readonly total: number | null;
  readonly usd: number | null;
  /** What it waits for, or how it ended; null when there is nothing to say. */
  readonly waitsFor: string | null;
}

const nothing: RunWords = { total: null, usd: null, waitsFor: null };

/** Runs that are asked at once. */
const atOnce = 4;

/** A run that gave no answer is left alone for so long. */
const againMs = 15_000;

/** So much is remembered; a board of more open runs than this asks again. */
const mostKept = 500;

interface Kept {
  readonly key: string;
  readonly words: RunWords;
  readonly retryAtMs: number | null;
}

/**
 * Asks the runs themselves, but rarely: each once in every phase, those that wait first, a few at a time and never
 * while an earlier round is under way, so that a board of a thousand runs costs as much as one of ten.
 */
export class BoardFacts {
  readonly #server: Server;
  readonly #kept = new Map<string, Kept>();
  #round: Promise<void> | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  /** As they were last told; the step's number of a phase ago is still right, what it waited for is not. */
  of(row: RunRow): RunWords {
    const kept = this.#kept.get(row.workflowId);
    if (kept === undefined) return nothing;
    return kept.key === keyOf(row) ? kept.words : { ...kept.words, waitsFor: null };
  }

  /** Begins a round unless one is under way; never throws. */
  refresh(rows: readonly RunRow[], nowMs: number): void {
    if (this.#round !== null) return;
    const wanted = rows.filter((row) => this.#isWanted(row, nowMs)).toSorted((one, other) => rank(one) - rank(other));
    if (wanted.length === 0) return;
    const asked = Promise.all(wanted.slice(0, atOnce).map((row) => this.#ask(row, nowMs)));
    this.#round = asked.then(
      () => void (this.#round = null),
      () => void (this.#round = null),
    );
  }

  #isWanted(row: RunRow, nowMs: number): boolean {
    const kept = this.#kept.get(row.workflowId);
    return kept === undefined || kept.key !== keyOf(row) || (kept.retryAtMs !== null && kept.retryAtMs <= nowMs);
  }

  async #ask(row: RunRow, nowMs: number): Promise<void> {
    const words = await (row.open ? openWords(this.#server, row) : endWords(this.#server, row)).catch(() => null);
    const before = this.#kept.get(row.workflowId)?.words ?? nothing;
    this.#kept.delete(row.workflowId);
    this.#kept.set(row.workflowId, {
      key: keyOf(row),
      words: words ?? { ...before, waitsFor: row.open ? 'no worker answers' : null },
      retryAtMs: words === null ? nowMs + againMs : null,
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function keyOf(row: RunRow): string {
  return `${row.runId} ${row.state ?? ''} ${row.phaseSinceMs ?? ''} ${row.step ?? ''} ${row.closedAtMs ?? ''}`;
}

export function isWaiting(row: RunRow): boolean {
  return row.open && (row.state === 'gate' || row.state === 'waiting');
}

function rank(row: RunRow): number {
  return isWaiting(row) ? 0 : row.open ? 1 : 2;
}

async function openWords(server: Server, row: RunRow): Promise<RunWords | null> {
  const asked = await askStatus(server, row.workflowId, 3_000);
  if (asked.kind === 'silent') return null;
  const { steps, spent, gate, wait } = asked.value;
  const atGate = gate === null ? null : `a person at the gate: pawl approve ${row.workflowId}`;
  return {
    total: steps.total === 0 ? null : steps.total,
    usd: spent.usd,
    waitsFor: atGate ?? (wait === null ? null : `${wait.why.replace(/^for /, '')}: ${wait.endWith}`),
  };
}

async function endWords(server: Server, row: RunRow): Promise<RunWords> {
  const { line, report } = await readEnd(server, row.workflowId, row.runId);
  const total = report === null || report.steps.total === 0 ? null : report.steps.total;
  return { total, usd: report?.spent.usd ?? null, waitsFor: line === 'done' ? null : line };
}
