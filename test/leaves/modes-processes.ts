import { done, good, type Mode } from './mode.js';

const daemon = (path: string, kind: string): object => ({ daemon: { touchEveryMs: 50, path, kind } });

/** What a leaf leaves behind, and what it does to the machine. */
export const processModes: readonly Mode[] = [
  {
    id: 'setsid-daemon',
    shows: ['F25'],
    what: 'leaves a daemon in a session of its own that ignores TERM and holds its output',
    does: ({ ticks }) => [good, daemon(ticks, 'session')],
    expects: done('judged'),
  },
  {
    id: 'grandchild',
    shows: ['R05'],
    what: 'hangs with such a daemon at its side, until its time limit',
    does: ({ ticks }) => [daemon(ticks, 'session'), { chatter: true }],
    clock: 'wall',
    expects: { outcome: 'timeout', follows: 'again, then killed-hung', message: /^ended at its time limit/ },
  },
  {
    id: 'double-fork',
    shows: ['F26'],
    what: 'leaves a process forked twice, its environment cleared, its descriptors closed',
    does: ({ ticks }) => [good, daemon(ticks, 'double-fork')],
    expects: done('judged'),
  },
  {
    id: 'background-child',
    shows: ['R04'],
    what: 'ends its turn while a child of its own still works',
    does: ({ ticks }) => [good, daemon(ticks, 'child')],
    expects: done('judged'),
  },
  {
    id: 'late-record',
    shows: ['F25', 'F43'],
    what: 'exits 0 without a record; a daemon prints one after it',
    does: ({ ticks }) => [good, daemon(ticks, 'late-record'), { exit: 0 }],
    expects: { outcome: 'contract', follows: 'judged', message: /^exit code 0, no record$/ },
  },
  {
    id: 'memory',
    shows: ['F29'],
    what: 'takes 256 MB; with a memory limit below that it is out-of-memory (adapters/process)',
    does: () => [good, { memoryMb: 256 }],
    expects: done('judged'),
  },
  {
    id: 'fork-bomb',
    shows: ['F30'],
    what: 'starts 150 processes at once and leaves them',
    does: () => [good, { forkBomb: 150 }],
    expects: done('judged'),
  },
  {
    id: 'closes-output',
    shows: ['F25'],
    what: 'closes its output and goes on: there is nowhere to report to',
    does: () => [good, { closeOutput: true }],
    expects: { outcome: 'crashed', follows: 'judged', message: /^exit code \d+, no record$/ },
  },
  {
    id: 'removes-home',
    shows: ['F38'],
    what: 'removes its HOME',
    does: () => [good, { removeHome: true }],
    expects: done('judged'),
  },
];
