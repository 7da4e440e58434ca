import { storyIssue } from '../support/story.js';
import type { Fault } from './support/fault.js';
import { executionsOf } from './support/history.js';
import { playFaults } from './support/play.js';

/** Two more than an execution takes; 1,000 of them: test/slow/long-run-thousand.test.ts. */
const steps = 17;
const mostEvents = 2_000;
const mostBytes = 256 * 1_024;

const faults: readonly Fault[] = [
  {
    id: 'F70',
    title: `a ledger of ${steps} steps continues as new: no execution and no payload grows beyond its bound`,
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps, stepsDone: steps });
      const outcome = await run.outcome();
      const executions = await executionsOf(ground, run.told.id);
      const events = Math.max(...executions.map(({ raw }) => raw.events.length));
      const bytes = Math.max(
        ...executions.flatMap(({ raw }) => raw.events.map((event) => JSON.stringify(event).length)),
      );
      return {
        ...{ outcome, runs: [run] },
        checks: [
          { what: `${executions.length} executions`, holds: executions.length > 1 },
          { what: `${events} events in one execution`, holds: events < mostEvents },
          { what: `an event of ${bytes} bytes`, holds: bytes < mostBytes },
        ],
      };
    },
  },
  {
    id: 'F70 (5 MB)',
    title: 'an issue of 5 MB is refused by name, before any leaf',
    expected: 'source-unusable',
    play: async (ground) => {
      const text = `${storyIssue(1)}\n${'x'.repeat(79)}\n`.concat(`${'y'.repeat(79)}\n`.repeat(65_536));
      const run = await ground.tell({ steps: 1, stepsDone: 0, files: { 'docs/issue.md': text } });
      const outcome = await run.outcome();
      const [execution] = await executionsOf(ground, run.told.id);
      const leaves = execution?.calls.filter(({ type }) => type === 'plan') ?? [];
      return { outcome, runs: [run], checks: [{ what: 'a planner was asked', holds: leaves.length === 0 }] };
    },
  },
];

playFaults('much of everything', 'process', faults);
