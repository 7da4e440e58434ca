import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { replays, rig, tell, type Rig } from '../support/rig.js';
import { redDo, storyFiles, type StoryLeaf } from '../support/story.js';

// Made anew for each run: a verifier searches the whole machine, and would find a fixed one in this file.
const canary = `CANARY-${randomBytes(8).toString('hex')}`;
const hasBubblewrap = existsSync('/usr/bin/bwrap');

/** A developer that leaves the phrase wherever a leaf can leave something. */
const plant: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [
    ...(redDo(1) ?? []),
    { say: `I think ${canary} is the answer` },
    { write: 'cache/ignored.txt', text: canary },
    { write: 'untracked-notes.txt', text: canary },
    { write: '../home/.session/log.jsonl', text: canary },
    { write: '../temporary/scratch.txt', text: canary },
    { git: ['commit', '--all', '--message', `because ${canary}`] },
    { writeOutside: `/var/tmp/pawl-blindness-${process.pid}.txt` },
  ],
  answer: { summary: canary },
};

const searching = (needle: string, forMs: number): StoryLeaf => ({
  role: 'verifier',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [{ find: needle, forMs }],
});

const files = { ...storyFiles, '.gitignore': 'cache/\nnode_modules/\n' };

describe.each(['bubblewrap', 'process'] as const)('the verifier is blind (jail: %s)', (jail) => {
  const skipped = jail === 'bubblewrap' && !hasBubblewrap;
  const story = skipped ? test.skip : test;
  let rigged: Rig;
  beforeAll(async () => {
    if (skipped) console.warn('skipped: bubblewrap not installed');
    else rigged = await rig({ jail });
  });
  afterAll(() => (skipped ? undefined : rigged.close()));

  story(
    'T12: what the developer leaf left behind is not handed over, and in bubblewrap it cannot be found',
    async () => {
      const leaves = jail === 'bubblewrap' ? [plant, searching(canary, 8_000)] : [plant];
      const told = await tell(rigged, { steps: 1, files, leaves });
      const result = await told.result();
      expect(result.outcome).toBe('done');
      const verdicts = (await told.events()).filter((event) => event.line.startsWith('verdict-red'));
      expect(verdicts.map((event) => event.line)).toEqual([
        expect.stringMatching(/^verdict-red: PASS on tree [0-9a-f]{10}$/),
      ]);
      const wanted = jail === 'bubblewrap' ? 'structural (own export, own shell)' : 'handed-over only';
      expect(result.report.blindness).toBe(wanted);
      expect(await told.git('log', '--format=%B', 'tdd/docs--issue')).not.toContain(canary);
      await replays(told);
    },
    90_000,
  );

  // Once is enough: it is the same search in both.
  if (jail === 'bubblewrap') {
    story(
      'the search itself works: what a verifier may see, it finds',
      async () => {
        const mended: StoryLeaf = {
          ...{ role: 'developer', phase: 'red', step: '1', attempt: 2 },
          do: [{ append: 'test/numbers.test.js', text: '// mended\n' }],
        };
        const leaves = [searching('The table knows zero only', 2_000), mended];
        const told = await tell(rigged, { steps: 1, files, leaves });
        const before = (await told.result()).outcome;
        const verdict = (await told.events()).find((event) => event.line.startsWith('verdict-red'));
        expect(verdict?.line).toMatch(/^verdict-red: REJECT on tree [0-9a-f]{10} \(.*docs\/issue\.md/);
        expect(before).toBe('done');
      },
      90_000,
    );
  }
});
