import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { replays, rig, tell, type Rig, type Told } from '../support/rig.js';
import { redDo, storyFiles, type StoryLeaf } from '../support/story.js';

// Made anew for each run: a verifier searches the whole machine, and would find a fixed one in this file.
const phrase = `CANARY-${randomBytes(8).toString('hex')}`;
const canary = (place: string): string => `${phrase}-${place}`;
const hasBubblewrap = existsSync('/usr/bin/bwrap');

/** A developer that leaves the phrase wherever a leaf can leave something: nine places, and some more. */
const plant: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [
    ...(redDo(1) ?? []),
    { git: ['commit', '--all', '--message', canary('commit-message')] },
    { git: ['notes', 'add', '--message', canary('notes')] },
    { git: ['update-ref', '--create-reflog', '-m', canary('reflog'), 'refs/heads/mine', 'HEAD'] },
    { git: ['branch', canary('branch-name')] },
    { write: '../home/.session/log.jsonl', text: canary('home') },
    { write: '../temporary/scratch.txt', text: canary('tmpdir') },
    { say: canary('stdout') },
    { write: 'PULL_REQUEST.md', text: canary('pull-request') },
    { write: 'cache/ignored.txt', text: canary('ignored') },
    { writeOutside: `/var/tmp/pawl-blindness-${process.pid}.txt` },
    // What it finds itself is the proof that all of it was there.
    { find: phrase, forMs: 1_000 },
  ],
  answer: { status: 'done', note: canary('answer'), remember: [`gotcha: ${canary('memory')}`] },
};

const searching = (leaf: Pick<StoryLeaf, 'role' | 'phase' | 'step'>, needle: string, forMs: number): StoryLeaf => ({
  ...leaf,
  attempt: 1,
  do: [{ find: needle, forMs }],
});
const byVerifier = { role: 'verifier', phase: 'red', step: '1' } as const;
const searchers: readonly StoryLeaf[] = [
  searching(byVerifier, phrase, 6_000),
  searching({ role: 'domain-reviewer', phase: 'red', step: '1' }, phrase, 1_000),
  searching({ role: 'critic', phase: 'critic', step: '*' }, phrase, 1_000),
];

const convention = 'Two blanks, and no semicolon is ever left out.';
const files = { ...storyFiles, '.gitignore': 'cache/\nnode_modules/\n', 'AGENTS.md': `${convention}\n` };

interface Kept {
  readonly prompt: string;
  readonly out: string;
}

/** What is kept of the leaves of the run, by the name of each. */
function leavesOf({ home }: Rig, key: string): ReadonlyMap<string, Kept> {
  const folder = join(home, 'runs', key, 'leaves');
  const labels = readdirSync(folder).filter((label) => existsSync(join(folder, label, 'prompt.txt')));
  const text = (label: string, name: string): string => readFileSync(join(folder, label, name), 'utf8');
  return new Map(
    labels.map((label) => [
      label.replace(/^\w+-\d+-/, ''),
      { prompt: text(label, 'prompt.txt'), out: text(label, 'out') },
    ]),
  );
}

async function runKey({ handle }: Told): Promise<string> {
  return (await handle.describe()).runId;
}

describe.each(['bubblewrap', 'process'] as const)('the verifier is blind (jail: %s)', (jail) => {
  const skipped = jail === 'bubblewrap' && !hasBubblewrap;
  const story = skipped ? test.skip : test;
  let rigged: Rig;
  beforeAll(async () => {
    // The ninth: what stands in the worker's own environment.
    if (skipped) console.warn('skipped: bubblewrap not installed');
    else rigged = await rig({ jail, env: { GITHUB_TOKEN: canary('environment') } });
  });
  afterAll(() => (skipped ? undefined : rigged.close()));

  story(
    'T12: what the developer leaf left in nine places is handed to no reviewer, and in bubblewrap none can find it',
    async () => {
      const leaves = jail === 'bubblewrap' ? [plant, ...searchers] : [plant];
      const told = await tell(rigged, { steps: 1, files, leaves, options: { domainReview: true } });
      const result = await told.result();
      expect(result.outcome).toBe('done');
      const lines = (await told.events()).map(({ line }) => line);
      expect(lines.filter((line) => /REJECT|VETO|NEEDS WORK|MALFORMED/.test(line))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('verdict-red'))).toEqual([
        expect.stringMatching(/^verdict-red: PASS on tree [0-9a-f]{10}$/),
      ]);
      const wanted = jail === 'bubblewrap' ? 'structural (own export, own shell)' : 'handed-over only';
      expect(result.report.blindness).toBe(wanted);
      expect(await told.git('log', '--format=%B', 'tdd/docs--issue')).not.toContain(phrase);

      const key = await runKey(told);
      const kept = leavesOf(rigged, key);
      const planted = kept.get('develop-red-step-1')?.out ?? '';
      for (const place of [
        'objects/',
        'logs/refs/heads/mine',
        'branch-name',
        '.session/log.jsonl',
        'scratch.txt',
        'PULL_REQUEST.md',
      ]) {
        expect(planted).toMatch(new RegExp(`^found in .*${place.replaceAll('.', '\\.')}`, 'm'));
      }
      expect(planted).toContain(canary('stdout'));
      expect(readFileSync(`/proc/${rigged.worker.pid}/environ`, 'utf8')).toContain(canary('environment'));
      const judging = [...kept].filter(([name]) => /^(?:verify|domain|critic)/.test(name));
      expect(judging.map(([name]) => name).sort()).toEqual(
        expect.arrayContaining([
          'critic-step-none',
          'domain-green-step-1',
          'domain-red-step-1',
          'verify-green-step-1',
          'verify-red-step-1',
        ]),
      );
      for (const [name, { prompt, out }] of judging) {
        expect([name, prompt.includes(phrase), /^found in/m.test(out)]).toEqual([name, false, false]);
        if (searchers.some(({ role, phase }) => jail === 'bubblewrap' && name.startsWith(searchName(role, phase))))
          expect([name, out]).toEqual([name, expect.stringContaining('found nowhere')]);
      }
      // T1, T3: the project's own words for agents are told to developers, as data of the base, and to nobody who judges.
      expect(kept.get('develop-red-step-1')?.prompt).toContain(convention);
      expect(judging.filter(([, { prompt }]) => prompt.includes(convention))).toEqual([]);
      await everyInputIsNamed(rigged, told, key);
      await replays(told);
    },
    180_000,
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
        const leaves = [searching(byVerifier, 'The table knows zero only', 2_000), mended];
        const told = await tell(rigged, { steps: 1, files, leaves });
        const before = (await told.result()).outcome;
        const verdict = (await told.events()).find((event) => event.line.startsWith('verdict-red'));
        expect(verdict?.line).toMatch(/^verdict-red: REJECT on tree [0-9a-f]{10} \(.*docs\/issue\.md/);
        expect(before).toBe('done');
      },
      180_000,
    );
  }
});

const searchName = (role: string, phase: string): string =>
  role === 'critic' ? 'critic' : `${role === 'verifier' ? 'verify' : 'domain'}-${phase}`;

interface Audited {
  readonly manifests: readonly {
    readonly label: string;
    readonly sha256: string;
    readonly inHistory: string;
    readonly faults: readonly string[];
    readonly lists: Readonly<Record<string, string>>;
    readonly manifest: {
      readonly environment: readonly string[];
      readonly walls: { readonly hidden: readonly string[] };
    };
  }[];
}

/** `pawl logs --manifest`: what the verifier got is what the history says it got, and the phrase is nowhere in it. */
async function everyInputIsNamed(rigged: Rig, told: Told, key: string): Promise<void> {
  const { code, stdout, stderr } = await rigged.pawl(['logs', told.id, '--role', 'verifier', '--manifest', '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain(phrase);
  const { manifests } = JSON.parse(stdout) as Audited;
  expect(manifests.map(({ label }) => label.replace(/^\w+-\d+-/, ''))).toEqual([
    'verify-red-step-1',
    'verify-green-step-1',
  ]);
  for (const { sha256, inHistory, faults, lists, manifest } of manifests) {
    expect([faults, inHistory]).toEqual([[], sha256]);
    expect(lists['work']).toMatch(/^100644 \d+ blob:[0-9a-f]{40} src\/numbers\.js$/m);
    expect(lists['work']).toMatch(/^withheld - blob:[0-9a-f]{40} AGENTS\.md$/m);
    expect(manifest.environment).not.toContain('GITHUB_TOKEN');
    expect(manifest.walls.hidden).toEqual([rigged.home, told.origin]);
  }
  expect(existsSync(join(rigged.home, 'runs', key, 'artifacts', manifests[0]?.sha256 ?? ''))).toBe(true);
}
