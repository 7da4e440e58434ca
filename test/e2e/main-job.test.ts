import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { leafPids, replays, rig, tell, type Rig, type Told } from '../support/rig.js';
import { greenDo, redDo } from '../support/story.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';

interface Commit {
  readonly sha: string;
  readonly subject: string;
  readonly trailers: readonly string[];
}

/** Commits of the branch, oldest first, with their trailers as git itself reads them. */
async function commitsOf(told: Told): Promise<readonly Commit[]> {
  const shas = (await told.git('rev-list', '--reverse', `main..${branch}`)).split('\n');
  return Promise.all(
    shas.map(async (sha) => {
      const message = await told.git('log', '-1', '--format=%B', sha);
      const child = run('git', ['interpret-trailers', '--parse']);
      child.child.stdin?.end(`${message}\n`);
      const trailers = (await child).stdout.trim().split('\n');
      return { sha, subject: message.split('\n')[0] ?? '', trailers };
    }),
  );
}

describe('the main job', () => {
  test.concurrent(
    'an issue becomes a branch of test-first commits, one Task: trailer each, and the checkout stays as it was',
    async () => {
      const told = await tell(rigged, { steps: 3 });
      const before = await told.git('rev-parse', 'HEAD');
      const result = await told.result();
      expect(result.outcome).toBe('done');
      expect(result.report).toMatchObject({ steps: { total: 3, done: 3 }, pushed: 'pushed', jail: 'process' });
      expect(result.report.agent).toContain('scripted');

      const [plan, ...steps] = await commitsOf(told);
      expect(plan?.subject).toMatch(/^docs: /);
      expect(plan?.trailers.filter((line) => line.startsWith('Task:'))).toEqual([]);
      for (const commit of steps) {
        expect(commit.trailers.filter((line) => line.startsWith('Task:'))).toHaveLength(1);
        for (const key of ['Pawl-Run', 'Pawl-Phase', 'Pawl-Gear']) {
          expect(commit.trailers.filter((line) => line.startsWith(`${key}:`))).toHaveLength(1);
        }
      }
      const tasks = steps.filter((one) => one.subject.startsWith('feat:')).map((one) => one.trailers[0]);
      expect(tasks).toEqual(['Task: 1', 'Task: 2', 'Task: 3']);

      expect(await told.git('rev-parse', 'HEAD')).toBe(before);
      expect(await told.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
      expect(await told.git('status', '--porcelain')).toBe('');
      const exclude = await readFile(join(told.origin, '.git/info/exclude'), 'utf8');
      for (const line of ['.tdd/', '.current-gear', 'RALPH_STOP']) {
        expect(exclude.split('\n').filter((one) => one === line)).toHaveLength(1);
      }
      expect(await leafPids(result.report.firstRunId)).toEqual([]);
      await replays(told);
    },
  );

  test.concurrent('tests are green at every commit of the branch', async () => {
    const told = await tell(rigged, { steps: 2 });
    await told.result();
    for (const { sha, subject } of await commitsOf(told)) {
      const folder = join(rigged.folder, `checkout-${sha.slice(0, 12)}`);
      await told.git('worktree', 'add', '-q', '--detach', folder, sha);
      const tests = await run(process.execPath, ['--test'], { cwd: folder }).catch((error: unknown) => error);
      expect({ subject, tests }).toMatchObject({ tests: { stdout: expect.stringContaining('# fail 0') } });
    }
  });

  test.concurrent(
    'a test that a person would have written twice is asked for again: the revise leaf gets the reasons',
    async () => {
      const told = await tell(rigged, {
        steps: 1,
        leaves: [
          {
            role: 'verifier',
            phase: 'red',
            step: '1',
            attempt: 1,
            answer: { verdict: 'REJECT', reasons: ['too vague'] },
          },
          {
            role: 'developer',
            phase: 'red',
            step: '1',
            attempt: 2,
            do: [{ say: 'mended' }, { append: 'test/numbers.test.js', text: '// better\n' }],
          },
        ],
      });
      const result = await told.result();
      expect(result.outcome).toBe('done');
      const lines = (await told.events()).map((event) => event.line);
      expect(lines).toContainEqual(expect.stringMatching(/^verdict-red: REJECT on tree [0-9a-f]{10} \(too vague\)$/));
      expect(lines.some((line) => line.startsWith('develop-revise (red)'))).toBe(true);
      expect(await told.git('show', `${branch}:test/numbers.test.js`)).toContain('// better');
      await replays(told);
    },
  );

  test.concurrent('F22: a leaf that hangs silently is ended and tried once more, from a clean workspace', async () => {
    const told = await tell(rigged, {
      steps: 1,
      leaves: [
        {
          role: 'developer',
          phase: 'green',
          step: '1',
          attempt: 1,
          do: [{ write: 'junk.txt', text: 'half' }, { hang: true }],
        },
      ],
    });
    const result = await told.result();
    expect(result.outcome).toBe('done');
    const lines = (await told.events()).map((event) => event.line);
    expect(lines.some((line) => /^develop-green: idle/.test(line))).toBe(true);
    expect(await told.git('ls-tree', '-r', '--name-only', branch)).not.toContain('junk.txt');
    await replays(told);
  });

  test.concurrent(
    'R-002-27: a leaf that hangs again bails killed-hung, with what was tried and the next decision',
    async () => {
      const told = await tell(rigged, {
        steps: 1,
        leaves: [{ role: 'developer', phase: 'green', step: '1', attempt: '*', do: [{ hang: true }] }],
      });
      await expect(told.result()).rejects.toMatchObject({ cause: { type: 'killed-hung' } });
      const report = await told.handle.query<{ cause: string; causeClass: string; next: string; tried: string[] }>(
        'report',
      );
      expect(report).toMatchObject({ cause: 'killed-hung', causeClass: 'system' });
      expect(report.next).toContain(`pawl resume ${told.id}`);
      expect(report.tried.length).toBeGreaterThan(1);
      await replays(told);
    },
  );

  test.concurrent(
    'R-002-26: a phase that is rejected three times bails rejected; finished steps keep their commits',
    async () => {
      const told = await tell(rigged, {
        steps: 2,
        leaves: [
          { role: 'verifier', phase: 'green', step: '2', attempt: '*', answer: { verdict: 'REJECT', reasons: ['no'] } },
        ],
      });
      await expect(told.result()).rejects.toMatchObject({ cause: { type: 'rejected' } });
      const subjects = (await commitsOf(told)).map((commit) => commit.subject);
      expect(subjects.filter((subject) => subject.startsWith('feat:'))).toEqual(['feat: n1 is known']);
      await replays(told);
    },
  );

  test.concurrent(
    'F58, R14, C-7: a test that passes on arrival twice bails red-not-observed, and it is not lost',
    async () => {
      const told = await tell(rigged, {
        steps: 1,
        leaves: [
          {
            role: 'developer',
            phase: 'red',
            step: '1',
            attempt: '*',
            do: [{ append: 'test/numbers.test.js', text: "test('passes', () => assert.equal(value('zero'), 0));\n" }],
          },
        ],
      });
      await expect(told.result()).rejects.toMatchObject({ cause: { type: 'red-not-observed' } });
      const events = (await told.events()).map((event) => event.line);
      expect(events.filter((line) => line.startsWith('RED: REFUSED (passes)'))).toHaveLength(2);
      const { attempts } = await told.handle.query<{ attempts: readonly string[] }>('report');
      const kept = events.find((line) => line.includes(`show ${attempts[0] ?? 'none'}`));
      const [, repository = ''] = /--git-dir (\S+) show/.exec(kept ?? '') ?? [];
      const { stdout } = await run('git', [
        '--git-dir',
        repository,
        'show',
        `${attempts[0] ?? ''}:test/numbers.test.js`,
      ]);
      expect(stdout).toContain("test('passes'");
    },
  );

  test.concurrent('F31: a RED leaf that changes nothing never leads to a commit', async () => {
    const told = await tell(rigged, {
      steps: 1,
      leaves: [{ role: 'developer', phase: 'red', step: '1', attempt: '*', do: [{ say: 'all done, complete' }] }],
    });
    await expect(told.result()).rejects.toMatchObject({ cause: { type: 'red-not-observed' } });
  });

  test.concurrent(
    'R20, F35: commits and branch switches of the leaf itself are ignored; the tree counts, mark and tick stand once',
    async () => {
      const commit = (text: string) => ({ git: ['commit', '-qam', text] });
      const told = await tell(rigged, {
        steps: 1,
        leaves: [
          {
            role: 'developer',
            phase: 'red',
            step: '1',
            attempt: 1,
            do: [...(redDo(1) ?? []), { git: ['checkout', '-q', '-b', 'mine'] }, commit('my own words')],
          },
          {
            role: 'developer',
            phase: 'green',
            step: '1',
            attempt: 1,
            do: [
              ...(greenDo(1) ?? []),
              commit('my own words, Task: 1'),
              { append: 'src/numbers.js', text: '// and more\n' },
              commit('my own words again'),
            ],
          },
        ],
      });
      const result = await told.result();
      expect(result.outcome).toBe('done');
      const commits = await commitsOf(told);
      expect(commits.filter(({ subject }) => subject.includes('my own words'))).toEqual([]);
      const features = commits.filter(({ subject }) => subject.startsWith('feat:'));
      expect(features.map(({ trailers }) => trailers.filter((line) => line.startsWith('Task:')))).toEqual([
        ['Task: 1'],
      ]);
      expect(await told.git('show', `${branch}:src/numbers.js`)).toContain('// and more');
      expect((await told.git('show', `${branch}:.tdd/docs--issue.md`)).match(/\[x\]/gi)).toHaveLength(1);
      expect(result.report.notes.join('\n')).toMatch(/mine|commit/);
    },
  );
});
