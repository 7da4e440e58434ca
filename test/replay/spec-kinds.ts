import { reached } from '../operations/operate.js';
import { follow, tell } from '../support/rig.js';
import { greenDo, redDo, type StoryLeaf } from '../support/story.js';
import type { StoryKind } from './story-kinds.js';

/** A task of every shape, some for people. */
const tasks = `# Tasks

## 1. Numbers
- [x] 1.1 Set up the table
- [ ] **TEST + IMPLEMENT: 1.2 — n1 is known**
- [ ] **TEST (RED): 1.3 — ask for n2**
- [ ] **IMPLEMENT: 1.4 — n2 is known**
- [ ] **CHARACTERISE: 1.5 — zero stays zero**
  - RED mutation: zero becomes 7

## 2. Order
- [ ] **TIDY FIRST: 2.1 — call the parameter word**
- [ ] **DOC: 2.2 — say what the table knows**
- [ ] **GENERATE: 2.3 — a table test**
  - Generator: node generate.mjs
- [ ] **VERIFY: 2.4 — the suite covers n1 and n2**
- [ ] **SETUP: 2.5 — a second script**
  - Files: package.json
- [ ] **POLISH: 2.6 — make it nicer**
`;

const generator = `import { writeFileSync } from 'node:fs';
const lines = ["import assert from 'node:assert/strict';", "import test from 'node:test';", "import { value } from '../src/numbers.js';", "test('made: zero is 0', () => assert.equal(value('zero'), 0));", ''];
writeFileSync('test/made.test.js', lines.join('\\n'));
`;

const leaf = (phase: StoryLeaf['phase'], step: string, ops: StoryLeaf['do'], answer?: unknown): StoryLeaf => ({
  ...{ role: 'developer', phase, step, attempt: '*', do: ops ?? [] },
  ...(answer === undefined ? {} : { answer }),
});
const mutation = { path: 'src/numbers.js', from: '  zero: 0,', to: '  zero: 7,', breaks: 'zero is 7' };
const zeroStays = "test('zero stays 0', () => assert.equal(value('zero'), 0));\n";

const leaves: readonly StoryLeaf[] = [
  leaf('red', '1.2', redDo(1)),
  leaf('green', '1.2', greenDo(1)),
  leaf('red', '1.3', redDo(2)),
  leaf('green', '1.4', greenDo(2)),
  leaf('red', '1.5', [{ append: 'test/numbers.test.js', text: zeroStays }], {
    ...{ status: 'done', note: '', remember: [], mutation },
  }),
  leaf('refactor', '2.1', [
    { replace: 'src/numbers.js', from: 'value(name)', to: 'value(word)' },
    { replace: 'src/numbers.js', from: 'table[name]', to: 'table[word]' },
  ]),
  leaf('refactor', '2.2', [{ write: 'README.md', text: 'The table knows zero, n1 and n2.\n' }]),
  leaf('refactor', '2.5', [
    { replace: 'package.json', from: '"test": "node --test"', to: '"test": "node --test",\n    "lint": "true"' },
  ]),
];

/** Tasks that no run works on cost no leaf: the cheapest way past continue-as-new. */
export const unknownTasks = (count: number): string =>
  `# Tasks\n${Array.from({ length: count }, (_, at) => `- [ ] **POLISH: 1.${at + 1} — part ${at + 1}**\n`).join('')}`;

const two = '# Tasks\n- [ ] 1.1 n1 is known\n- [ ] 1.2 n2 is known\n';
const behaviours = [1, 2].flatMap((k) => [leaf('red', `1.${k}`, redDo(k)), leaf('green', `1.${k}`, greenDo(k))]);

export const specKinds: readonly StoryKind[] = [
  {
    name: 'spec-shapes',
    play: async (rigged) => {
      const told = await tell(rigged, { steps: 1, tasks, leaves, files: { 'generate.mjs': generator } });
      await told.handle.result();
      return { id: told.id, executions: 1 };
    },
  },
  {
    name: 'ralph',
    play: async (rigged) => {
      const slow = leaf('green', '1.1', [{ sleepMs: 3_000 }, ...(greenDo(1) ?? [])]);
      const others = behaviours.filter(({ phase, step }) => phase !== 'green' || step !== '1.1');
      const options = { driver: 'ralph' } as const;
      const told = await tell(rigged, { steps: 1, tasks: two, leaves: [...others, slow], gear: null, options });
      await reached(told, (_, lines) => lines.some((line) => line.startsWith('develop-green starts')));
      await told.signal('shiftGear', { gear: 'review-before' });
      const { carry } = await told.result();
      const input = { ...told.input, options: { ...told.input.options, driver: 'implement' as const }, resume: carry };
      const next = await follow(rigged, { ...told, input });
      await reached(next, ({ state }) => state === 'gate');
      await next.signal('shiftGear', { gear: 'review-after', because: 'seen enough' });
      await next.handle.result();
      return { id: told.id, executions: 2 };
    },
  },
  {
    name: 'continued-as-new',
    play: async (rigged) => {
      const told = await tell(rigged, { steps: 1, tasks: unknownTasks(17) });
      await told.handle.result();
      return { id: told.id, executions: 2 };
    },
  },
];
