import type { LeafOutcome } from '../../../src/domain/leaf/leaf-outcome.js';
import type { LeafWish } from './leaf.js';
import type { CliName, Turn } from './turns.js';
import { allowanceUntil } from './turns.js';

/** One way in which a leaf of a real CLI ends, and what it has to be called. */
export interface Ending {
  readonly what: string;
  readonly turns: readonly Turn[];
  /** Null where the CLI has nothing of the kind. */
  readonly ends: Readonly<Record<CliName, LeafOutcome | null>>;
  /** What it may be called as well, by how busy the machine is. */
  readonly or?: Partial<Readonly<Record<CliName, LeafOutcome>>>;
  readonly wish?: Omit<LeafWish, 'env' | 'settings'>;
  readonly settings?: Partial<Readonly<Record<CliName, Readonly<Record<string, unknown>>>>>;
  /** With the login for which the provider tells of an allowance, and when that comes back where the CLI passes it on. */
  readonly allowance?: Readonly<Record<CliName, number | null>>;
  /** Without its key. */
  readonly keyless?: boolean;
  /** What somebody does to it once the model's command runs: a signal from outside, or a cancel of ours. */
  readonly act?: 'TERM' | 'KILL' | 'cancel';
  /** A program of the operator's around the real one; a shell line in which `$real` is that. */
  readonly wrapped?: string;
}

type Ends = Ending['ends'];
const all = (outcome: LeafOutcome): Ends => ({
  claude: outcome,
  codex: outcome,
  gemini: outcome,
  opencode: outcome,
});
const but = (outcome: LeafOutcome, others: Partial<Ends>): Ends => ({ ...all(outcome), ...others });

export const doneAnswer = { status: 'done', note: 'as asked', remember: [] };
const done: Turn = { answer: doneAnswer };
/** As a run sets both: the agent keeps its own clocks below the run's. */
const quiet = { job: { idleTimeoutMs: 4_000 }, limits: { idleMs: 4_000, graceMs: 500 } };
const busy: Turn = { shell: 'touch began; sleep 1000' };
const untilMs = allowanceUntil * 1_000;

export const endings: readonly Ending[] = [
  { what: 'an answer in the agreed form', turns: [{ write: 'a.txt', text: 'a\n' }, done], ends: all('done') },
  {
    what: 'a question for a person, as an answer (F44)',
    turns: [{ answer: { status: 'needs-user', note: 'Which of the two\ntoken formats?', remember: [] } }],
    ends: all('done'),
  },
  { what: '400: a request it does not take', turns: [{ refuse: 400 }], ends: all('config') },
  { what: '401: a wrong key', turns: [{ refuse: 401 }], ends: all('auth') },
  { what: '402: no credit', turns: [{ refuse: 402 }], ends: all('config') },
  { what: '403: not allowed', turns: [{ refuse: 403 }], ends: all('auth') },
  { what: '404: an unknown model', turns: [{ refuse: 404 }], ends: all('config') },
  {
    what: '413: too much for the model',
    turns: [{ refuse: 413 }],
    ends: all('limit'),
    // opencode says so, and may go on being busy: then the leaf's wall clock ends it, and its word does not count.
    or: { opencode: 'timeout' },
    wish: { limits: { wallMs: 60_000, idleMs: 20_000, graceMs: 500 } },
  },
  { what: '429: too many at once', turns: [{ refuse: 429 }], ends: all('transient') },
  {
    what: '429: the allowance is used up, until a time (R26)',
    turns: [{ refuse: 'allowance-until' }],
    ends: all('usage-limit'),
    allowance: { claude: untilMs, codex: untilMs, gemini: null, opencode: untilMs },
  },
  {
    what: 'the same, in a leaf of another time zone (R26)',
    turns: [{ refuse: 'allowance-until' }],
    ends: all('usage-limit'),
    allowance: { claude: untilMs, codex: untilMs, gemini: null, opencode: untilMs },
    wish: { zone: 'Asia/Tokyo' },
  },
  {
    what: '429: the allowance is used up, no time told (R26)',
    turns: [{ refuse: 'allowance' }],
    ends: all('usage-limit'),
    allowance: { claude: null, codex: null, gemini: null, opencode: null },
  },
  { what: '500: an error of the provider', turns: [{ refuse: 500 }], ends: all('transient') },
  { what: '503: not there', turns: [{ refuse: 503 }], ends: all('transient') },
  { what: '529: overloaded', turns: [{ refuse: 529 }], ends: all('transient') },
  { what: 'a connection dropped at once', turns: [{ drop: 'at-once' }], ends: all('transient') },
  { what: 'a stream dropped half-way', turns: [{ drop: 'half-way' }], ends: all('transient') },
  // Where it is not idle, the CLI has a clock of its own that runs out before the run's, and says so.
  {
    what: 'no headers (R27)',
    turns: [{ silence: 'no-headers' }],
    ends: but('idle', { claude: 'transient' }),
    wish: quiet,
  },
  {
    what: 'headers, then nothing (R27)',
    turns: [{ silence: 'no-body' }],
    ends: but('idle', { codex: 'transient' }),
    wish: quiet,
  },
  {
    what: 'pings and nothing else (R27)',
    turns: [{ silence: 'pings' }],
    ends: but('idle', { codex: 'transient' }),
    // Reading pings costs opencode so much CPU that it may look busy; then the leaf's time ends it.
    or: { opencode: 'timeout' },
    wish: { ...quiet, limits: { ...quiet.limits, wallMs: 60_000 } },
  },
  {
    what: 'out of turns',
    turns: [{ shell: 'touch half' }],
    ends: but('limit', { codex: null, opencode: null }),
    settings: { claude: { maxTurns: 2 }, gemini: { maxTurns: 2 } },
  },
  {
    what: 'out of money',
    // Whether the tool of the turn that costs too much still runs is chance.
    turns: [{ shell: 'true' }],
    ends: but('limit', { codex: null, gemini: null, opencode: null }),
    settings: { claude: { maxUsd: 0.000_001 } },
  },
  { what: 'a tool that nobody gave it is denied', turns: [{ web: 'http://127.0.0.1:1/' }, done], ends: all('done') },
  { what: 'words, no answer (F45)', turns: [{ say: 'All done, PASS.' }], ends: all('contract') },
  {
    what: 'an answer among words (F45)',
    turns: [{ say: `Here it is: ${JSON.stringify(doneAnswer)}` }],
    ends: all('contract'),
  },
  {
    what: 'an answer that never fits its schema',
    turns: [{ answer: { status: 'fine', note: '', remember: [] } }],
    ends: all('contract'),
  },
  { what: 'an empty last message', turns: [{ say: '' }], ends: but('contract', { gemini: 'transient' }) },
  { what: 'no key', turns: [done], ends: all('auth'), keyless: true },
  { what: 'a flag that it does not know', turns: [done], ends: all('config'), wrapped: 'exec "$real" "$@" --nope' },
  {
    what: 'gone since it was looked at',
    turns: [done],
    ends: all('config'),
    settings: {
      claude: { path: '/nowhere/claude' },
      codex: { path: '/nowhere/codex' },
      gemini: { path: '/nowhere/gemini' },
      opencode: { path: '/nowhere/opencode' },
    },
  },
  {
    what: 'it hangs after its last word (R02)',
    turns: [done],
    ends: all('done'),
    wrapped: '"$real" "$@"; exec sleep 1000',
    wish: { limits: { idleMs: 20_000, graceMs: 500 } },
  },
  {
    what: 'its time is up in the middle of a command that ignores TERM',
    turns: [{ shell: 'touch began; trap "" TERM; sleep 1000' }],
    ends: all('timeout'),
    wish: { limits: { wallMs: 12_000, graceMs: 500 } },
  },
  // Those that catch the signal end by an exit code of their own, which proves nothing.
  {
    what: 'TERM from outside in the middle of a command',
    turns: [busy],
    ends: { claude: 'crashed', codex: 'killed-external', gemini: 'contract', opencode: 'killed-external' },
    act: 'TERM',
  },
  { what: 'KILL from outside in the middle of a command', turns: [busy], ends: all('killed-external'), act: 'KILL' },
  { what: 'cancelled in the middle of a command (C-28)', turns: [busy], ends: all('cancelled'), act: 'cancel' },
];
