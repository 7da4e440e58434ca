import { greenDo, redDo, storyIssue, type StoryLeaf } from '../support/story.js';
import type { Fault } from './support/fault.js';
import { executionsOf } from './support/history.js';
import { playFaults } from './support/play.js';

const steps = 40;
const mostEvents = 2_000;
const mostBytes = 256 * 1_024;

/** All but the first are about documents: the shortest path that commits something, and an issue needs a behaviour. */
function documents(): string {
  const numbers = Array.from({ length: steps }, (_, at) => at + 1);
  const noted: readonly StoryLeaf[] = numbers.slice(1).map((k) => ({
    ...{ role: 'developer', phase: 'refactor', step: String(k), attempt: '*' },
    do: [{ append: 'NOTES.md', text: `n${k}\n` }],
  }));
  const behaviour: readonly StoryLeaf[] = [
    { role: 'developer', phase: 'red', step: '1', attempt: '*', do: redDo(1) ?? [] },
    { role: 'developer', phase: 'green', step: '1', attempt: '*', do: greenDo(1) ?? [] },
  ];
  const leaves = [...behaviour, ...noted];
  const shapeOf = (k: number): string => (k === 1 ? 'behaviour' : 'document');
  const plan = {
    files: ['NOTES.md', 'src/numbers.js', 'test/numbers.test.js'].map((path) => ({ path, isNew: false })),
    steps: numbers.map((k) => ({ id: String(k), title: `n${k} is known`, criterion: k, shape: shapeOf(k) })),
  };
  return JSON.stringify({ version: 1, plan, leaves });
}

const faults: readonly Fault[] = [
  {
    id: 'F70',
    title: `a ledger of ${steps} steps continues as new: no execution and no payload grows beyond its bound`,
    expected: 'done',
    play: async (ground) => {
      const options = { scenario: documents() };
      const run = await ground.tell({ steps, stepsDone: steps, files: { 'NOTES.md': 'notes\n' }, options });
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
