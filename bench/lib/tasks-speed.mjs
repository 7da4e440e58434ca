import { readTasks } from '../../dist/texts/tasks/read-tasks.js';
import { setMark } from '../../dist/texts/tasks/set-mark.js';
import { blockTokens } from '../../dist/texts/markdown-blocks.js';
import { quantiles } from './story.mjs';

const tasks = 2_000;
const hardBytes = 100_000;

/** Texts made to cost time; each is repeated to 100 KB. */
const hard = [
  ...[
    '- [ ] a\n',
    '1. [ ] 1. a\n',
    '- [ ] a\nb\n',
    '# [ ] 1. a\n',
    '## Task 1: a\n',
    '- [ ] a <!--\n',
    '- ',
    '> - > - a\n',
  ],
  ...['```\n', '- ```\n', '- <!--\n', '**a ', '**[P]** ', '(', ': ', '[ ] ', '~~', '\\', '- -\n', '  - [ ] a\n'],
];

/**
 * The reader of task lists: a list of 2,000 tasks with bodies and criteria, beside Markdown's block pass alone; a
 * mark in it; and the slowest of texts that are made to be slow. Processor time: the wall clock grows with the load.
 * @param {{ rounds: number }} wish
 */
export function measureTasks({ rounds }) {
  const text = listOf(tasks);
  return {
    tasks: {
      bytes: text.length,
      readMs: cost(rounds, () => readTasks(text)),
      blockPassMs: cost(rounds, () => blockTokens(text)),
      markMs: cost(rounds, () => setMark(text, 4, 'x')),
    },
    hardPer100Kb: hard
      .map((part) => {
        const made = part.repeat(Math.ceil(hardBytes / part.length)).slice(0, hardBytes);
        const ms = cost(rounds, () => readTasks(made));
        return { part, p50: ms.p50, blockPass: cost(rounds, () => blockTokens(made)).p50 };
      })
      .sort((a, b) => b.p50 - a.p50)
      .slice(0, 6),
  };
}

/** @param {number} count */
function listOf(count) {
  return Array.from({ length: count }, (_, at) => {
    const phase = at % 20 === 0 ? `\n## Phase ${at / 20}: part\n\n` : '';
    const id = `T${String(at).padStart(4, '0')}`;
    return `${phase}- [ ] ${id} [P] [US1] **TEST + IMPLEMENT: it does thing ${at}**\n  - Test file: test/a${at}.ts\n  - **Acceptance**\n    - [ ] first\n`;
  }).join('');
}

/** @param {number} rounds @param {() => unknown} work */
function cost(rounds, work) {
  work();
  const all = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const spent = process.cpuUsage(before);
    return (spent.user + spent.system) / 1_000;
  });
  return quantiles(all);
}
