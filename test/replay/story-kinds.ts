import { noBudget } from '../../src/domain/run/resource-budgets.js';
import type { StatusView } from '../../src/contract/views.js';
import { reached } from '../operations/operate.js';
import { follow, tell, type Rig, type Story, type Told } from '../support/rig.js';
import { greenDo, redDo, type StoryLeaf } from '../support/story.js';

/** One way that a run can go, and whose history is kept: as many as the story's own workflow has paths. */
export interface StoryKind {
  readonly name: string;
  /** Plays it to its end. */
  play(rigged: Rig): Promise<Played>;
}

export interface Played {
  readonly id: string;
  /** How many executions it took, resumed and continued ones included: each history is kept. */
  readonly executions: number;
}

/** A story that needs nobody. */
function alone(name: string, story: Story): StoryKind {
  return {
    name,
    play: async (rigged) => {
      const told = await tell(rigged, story);
      await ended(told);
      return { id: told.id, executions: 1 };
    },
  };
}

/** A story in which people act. */
function steered(name: string, story: Story, act: (told: Told) => Promise<void>): StoryKind {
  return {
    name,
    play: async (rigged) => {
      const told = await tell(rigged, story);
      await act(told);
      await ended(told);
      return { id: told.id, executions: 1 };
    },
  };
}

/** A bail is an end like any other. */
async function ended(told: Told): Promise<void> {
  await told.handle.result().catch(() => undefined);
}

const red = (step: string, attempt: number | '*', more: Partial<StoryLeaf>): StoryLeaf => ({
  ...{ role: 'developer', phase: 'red', step, attempt },
  ...more,
});
const green = (step: string, attempt: number | '*', more: Partial<StoryLeaf>): StoryLeaf => ({
  ...{ role: 'developer', phase: 'green', step, attempt },
  ...more,
});
const rejects = (phase: 'red' | 'green', attempt: number | '*'): StoryLeaf => ({
  ...{ role: 'verifier', phase, step: '1', attempt, answer: { verdict: 'REJECT', reasons: ['it says too little'] } },
});

/** What a revise leaf makes of the first test: other words, not a second one. */
const revisedTest = red('1', 2, { do: [{ replace: 'test/numbers.test.js', from: 'n1 is 1', to: 'n1 is one' }] });

const atGate = async (told: Told, after = ''): Promise<string> => {
  await reached(told, ({ state, gate }) => state === 'gate' && gate !== null && gate.testHash !== after);
  return (await told.status()).gate?.testHash ?? '';
};
const waiting = (kind: string) => (status: StatusView) => status.wait?.kind === kind;
const leafBudget = (leaves: number) => ({ run: { ...noBudget, leaves }, step: noBudget });

const refactoring: StoryLeaf = {
  ...{ role: 'developer', phase: 'refactor', step: '1', attempt: 1 },
  do: [{ replace: 'src/numbers.js', from: '  // more', to: '  // and more\n  // more' }],
};
const diagnosis = { rootCause: 'the table holds another number', evidence: 'src/numbers.js, line 3: n1: 11' };
const findings = [{ step: '1', file: 'src/numbers.js', text: 'the table has no name of its own' }];
const tooBig = { status: 'too-big', note: 'half is known' };
const half = "test('half is a half', () => assert.equal(value('half'), 0.5));\n";

/** Without a person. */
const unattended: readonly StoryKind[] = [
  alone('plain', { steps: 2, leaves: [refactoring] }),
  alone('strict', { steps: 1, options: { discipline: 'strict' } }),
  alone('two-commit', { steps: 1, options: { commits: 'two-commit' } }),
  alone('red-green', { steps: 1, options: { commits: 'red-green' } }),
  alone('plan-only', { steps: 1, planOnly: true }),
  alone('revised', { steps: 1, leaves: [rejects('red', 1), rejects('green', 1), revisedTest] }),
  alone('rejected', { steps: 1, leaves: [rejects('green', '*')] }),
  alone('malformed', { steps: 1, leaves: [{ ...rejects('red', 1), answer: 'well done' }] }),
  alone('debugged', {
    steps: 1,
    leaves: [
      green('1', 1, { do: [{ replace: 'src/numbers.js', from: '  // more', to: '  n1: 11,\n  // more' }] }),
      green('1', 2, { do: [{ replace: 'src/numbers.js', from: 'n1: 11', to: 'n1: 12' }] }),
      {
        ...{ role: 'debugger', phase: 'green', step: '1', attempt: 1, answer: diagnosis },
        do: [{ replace: 'src/numbers.js', from: 'n1: 12', to: 'n1: 1' }],
      },
    ],
  }),
  alone('critic-mends', {
    steps: 1,
    leaves: [
      { role: 'critic', phase: 'critic', step: '-', attempt: 1, answer: { verdict: 'NEEDS WORK', findings } },
      {
        ...{ role: 'developer', phase: 'critic', step: '1', attempt: 1 },
        do: [{ replace: 'src/numbers.js', from: 'const table', to: '/** By name. */\nconst table' }],
      },
    ],
  }),
  alone('piece', {
    steps: 1,
    options: { discipline: 'strict' },
    leaves: [
      green('1', 1, { answer: tooBig }),
      red('1.1', '*', { do: [{ append: 'test/numbers.test.js', text: half }] }),
      green('1.1', '*', { do: [{ replace: 'src/numbers.js', from: '  // more', to: '  half: 0.5,\n  // more' }] }),
    ],
  }),
  alone('question', { steps: 1, leaves: [red('1', 1, { question: 'which table?' })] }),
  alone('stuck-leaf', { steps: 1, leaves: [red('1', 1, { do: [{ hang: true }] })] }),
];

/** With people, by messages. */
const attended: readonly StoryKind[] = [
  steered('gate', { steps: 1, gear: null, leaves: [revisedTest] }, async (told) => {
    const first = await atGate(told);
    await told.signal('approve', { test: 'ffffffff' });
    await told.signal('reject', { because: 'ask for n1 by name' });
    const second = await atGate(told, first);
    await told.handle.executeUpdate('approve', { args: [{ test: second, by: 'ann' }] });
  }),
  steered('gate-edited', { steps: 1, gear: null }, async (told) => {
    await told.signal('approve', { test: await atGate(told), edited: true });
  }),
  steered('gate-shift', { steps: 2, gear: null }, async (told) => {
    await atGate(told);
    await told.signal('shiftGear', { gear: 'review-after', because: 'seen enough' });
  }),
  steered('messages', { steps: 1, gear: null }, async (told) => {
    const test = await atGate(told);
    await told.signal('shiftGear', 'bogus');
    await told.signal('no-such-message', { x: 1 });
    await told.handle.executeUpdate('retry', { args: [] });
    await told.signal('requestStop', { mode: 'at-ledger' }).catch(() => undefined);
    await told.signal('approve', { test }).catch(() => undefined);
  }),
  steered('usage-limit', { steps: 1, leaves: [red('1', 1, { usageLimit: { resetInMs: 60_000 } })] }, async (told) => {
    await reached(told, waiting('usage-limit'));
    await told.signal('retry');
  }),
  steered('budget', { steps: 1, options: { budgets: leafBudget(3) } }, async (told) => {
    await reached(told, waiting('budget'));
    await told.signal('addBudget', { leaves: 20 });
  }),
  steered(
    'answer',
    { steps: 1, leaves: [red('1', 1, { question: 'which table?' })], options: { waitForAnswerMs: 600_000 } },
    async (told) => {
      await reached(told, waiting('answer'));
      await told.signal('answer', { text: 'the only one' });
    },
  ),
  steered('sent-back', { steps: 2, leaves: againAsThree() }, async (told) => {
    await reached(told, (_, lines) => lines.some((line) => line.startsWith('feat: n1 is known')));
    await told.signal('reject', { step: '1', because: 'upper case must work too' });
  }),
];

function againAsThree(): readonly StoryLeaf[] {
  return [
    red('2', 1, { do: [{ sleepMs: 2_000 }, ...(redDo(2) ?? [])] }),
    red('3', '*', {
      do: [{ append: 'test/numbers.test.js', text: "test('N1', () => assert.equal(value('N1'), 1));\n" }],
    }),
    green('3', '*', { do: [{ replace: 'src/numbers.js', from: '  // more', to: '  N1: 1,\n  // more' }] }),
  ];
}

const slow = green('1', 1, { do: [{ sleepMs: 4_000 }, ...(greenDo(1) ?? [])] });
const inSlow = (_: StatusView, lines: readonly string[]): boolean => lines.at(-1) === 'develop-green starts';

/** Ended early and gone on with: two executions each. */
function stopped(mode: 'at-ledger' | 'at-leaf' | 'now' | 'cancel'): StoryKind {
  return {
    name: `stopped-${mode}`,
    play: async (rigged) => {
      const told = await tell(rigged, { steps: 2, leaves: [slow] });
      await reached(told, inSlow);
      if (mode === 'cancel') await told.handle.cancel();
      else await told.signal('requestStop', { mode });
      const { carry } = await told.result();
      const again = await follow(rigged, { ...told, input: { ...told.input, resume: carry } });
      await ended(again);
      return { id: told.id, executions: 2 };
    },
  };
}

export const storyKinds: readonly StoryKind[] = [
  ...unattended,
  ...attended,
  ...(['at-ledger', 'at-leaf', 'now', 'cancel'] as const).map(stopped),
];
