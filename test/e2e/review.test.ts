import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunReport } from '../../src/contract/result.js';
import { layOrigin, projectRoot, replays, rig, tell, until, type Rig } from '../support/rig.js';
import { storyFiles, storyIssue, storyScenario, type StoryLeaf } from '../support/story.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const because = 'upper case must work too: "N1" is 1 as well';

/** What the step that comes back does. */
const again: readonly StoryLeaf[] = [
  {
    ...{ role: 'developer', phase: 'red', step: '3', attempt: '*' },
    do: [{ append: 'test/numbers.test.js', text: "test('N1 is 1', () => assert.equal(value('N1'), 1));\n" }],
  },
  {
    ...{ role: 'developer', phase: 'green', step: '3', attempt: '*' },
    do: [{ replace: 'src/numbers.js', from: '  // more\n', to: '  N1: 1,\n  // more\n' }],
  },
];

/** Prompt of the first leaf whose folder's name holds these words. */
async function promptOf(runKey: string, words: string): Promise<string> {
  const leaves = join(rigged.home, 'runs', runKey, 'leaves');
  const label = (await readdir(leaves)).find((name) => name.includes(words));
  return label === undefined ? `no leaf ${words}` : readFile(join(leaves, label, 'prompt.txt'), 'utf8');
}

interface Shown {
  readonly waiting: number;
  readonly gated: readonly string[];
  readonly marked: string | null;
  readonly steps: readonly { readonly id: string; readonly sentBack: boolean }[];
}

async function review(...args: readonly string[]): Promise<Shown & { readonly code: number }> {
  const { code, stdout, stderr } = await rigged.pawl(['review', ...args, '--json']);
  if (stdout === '') throw new Error(stderr);
  return { code, ...(JSON.parse(stdout) as Shown) };
}

/** The client in a process of its own that goes on until it is ended. */
function startPawl(args: readonly string[]): Started {
  return start(process.execPath, [join(projectRoot, 'bin/pawl.js'), ...args]);
}

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly ended: Promise<number | null>;
}

function start(program: string, args: readonly string[]): Started {
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    PAWL_HOME: rigged.home,
    TEMPORAL_ADDRESS: rigged.server.address,
    NO_COLOR: '1',
    TERM: 'xterm',
  };
  const child = spawn(program, [...args], { env, cwd: rigged.folder });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, out: () => said.join(''), ended };
}

/** The same on a terminal of its own; null, said aloud, where there is no program that gives one. */
async function startInTerminal(command: string): Promise<ReturnType<typeof startPawl> | null> {
  const has = await run('script', ['--version']).catch(() => null);
  if (has === null) process.stderr.write('skipped: script not installed\n');
  const line = `exec ${process.execPath} ${join(projectRoot, 'bin/pawl.js')} ${command}`;
  return has === null ? null : start('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null']);
}

/** A status line of R-001-23, or what happened around it: a clock, where, and one line. */
const eventForm = /^\d\d:\d\d:\d\d {2}.{14,} {2}\S/;

describe('review-after for people', () => {
  test('C-25: ungated steps are read tests first and marked; one of a done run goes back with a reason and is done again', async () => {
    const origin = join(rigged.folder, 'reviewed');
    await layOrigin(origin, { ...storyFiles, 'docs/issue.md': storyIssue(2) });
    await writeFile(join(rigged.folder, 'two.json'), storyScenario(2, again));
    const words = ['run', 'docs/issue.md', '--scenario', join(rigged.folder, 'two.json'), '--idle-timeout', '10'];
    const attached = await rigged.pawl([...words, '--review-after', '--because', 'small'], { cwd: origin });
    expect(attached.code).toBe(0);

    // R-001-23: one status line a result, and nothing else of a leaf or a test run between the phases.
    const [, ...lines] = attached.stderr.trim().split('\n');
    const events = lines.filter((line) => eventForm.test(line));
    const others = lines.filter((line) => !eventForm.test(line));
    expect(events.filter((line) => line.includes('RED: FAIL (expected)'))).toHaveLength(2);
    expect(events.filter((line) => line.includes('GREEN: PASS'))).toHaveLength(2);
    expect(others.filter((line) => !/^(?:report: |tdd\/)/.test(line))).toEqual([]);

    const id = /pawl report (\S+)/.exec(attached.stderr)?.[1] ?? '';
    const first = await rigged.pawl(['review', id]);
    expect(first.code).toBe(4);
    const at = (text: string): number => first.stdout.indexOf(text);
    expect(at("+test('n1 is 1'")).toBeGreaterThan(at('== TESTS =='));
    expect(at("+test('n2 is 2'")).toBeLessThan(at('== CODE =='));
    expect(at('+  n1: 1,')).toBeGreaterThan(at('== CODE =='));
    expect(first.stdout.slice(at('== CODE =='))).not.toContain("+test('");
    expect(first.stdout).toContain('RED: FAIL (expected)');
    expect(first.stdout).toContain('verdict-green: PASS');
    expect(first.stdout).not.toContain('.tdd/');
    const testsOnly = await rigged.pawl(['review', id, '--tests-only']);
    expect(testsOnly.stdout).not.toContain('+  n1: 1,');

    // Two reviewers at once: the mark is moved by compare-and-swap, and never back.
    const both = await Promise.all([review(id, '--reviewed'), review(id, '--reviewed')]);
    expect(both).toMatchObject([
      { code: 0, marked: expect.stringMatching(/^[0-9a-f]{40}$/) },
      { code: 0, marked: expect.stringMatching(/^[0-9a-f]{40}$/) },
    ]);
    expect(await review(id)).toMatchObject({ code: 0, waiting: 0 });

    const elsewhere = { env: { PAWL_HOME: join(rigged.folder, 'elsewhere') } };
    const other = await rigged.pawl(['review', id], elsewhere);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/lie on host [a-z0-9]{12},/) });
    const unreadable = await rigged.pawl(['logs', id], elsewhere);
    expect(unreadable).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/lie on host [a-z0-9]{12};.*pawl logs tdd/s),
    });

    expect((await rigged.pawl(['review', id, '--send-back', '9', '--because', because])).stderr).toContain(
      'done are: 1, 2',
    );
    const sent = await rigged.pawl(['review', id, '--send-back', '1', '--because', because]);
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('comes back as a new step') });
    const handle = rigged.client.workflow.getHandle(id);
    const { report } = (await handle.result()) as { report: RunReport };
    expect(report).toMatchObject({ outcome: 'done', steps: { total: 3, done: 3 } });
    const ledger = (await rigged.pawl(['status', id])).code;
    expect(ledger).toBe(0);
    expect(await promptOf(report.firstRunId, 'develop-red-step-3')).toContain(because);
    expect(await promptOf(report.firstRunId, 'verify-red-step-3')).not.toContain(because);
    expect((await review(id)).steps).toEqual([expect.objectContaining({ id: '3' })]);
    await replays({ handle });
  });

  test('C-25: a step of an open run goes back while it waits at a gate; the same twice is once; its logs and the board tell', async () => {
    const told = await tell(rigged, {
      steps: 2,
      leaves: again,
      gear: { gear: 'review-after', because: 'the first is trivial', by: null, scope: 'task 1', forMs: null },
    });
    const board = startPawl(['watch']);
    const drawn = await startInTerminal('watch');
    const logs = startPawl(['logs', told.id, '--follow']);
    await told.reach((status) => status.state === 'gate');
    const shown = await rigged.pawl(['review', told.id]);
    expect(shown).toMatchObject({ code: 4, stdout: expect.stringContaining("+test('n1 is 1'") });
    expect(shown.stdout).not.toContain("+test('n2 is 2'");
    const sent = await rigged.pawl(['review', told.id, '--send-back', '1', '--because', because]);
    expect(sent).toMatchObject({ code: 4, stderr: expect.stringContaining('comes back as a new step') });
    const twice = await rigged.pawl(['review', told.id, '--send-back', '1', '--because', because]);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('being sent back already') });
    await until(() => board.out().includes('waits for a person at the gate'), 10_000, board.out);
    for (const step of ['2', '3']) {
      await told.reach((status) => status.gate?.step === step);
      await told.signal('approve', { test: (await told.status()).gate?.testHash ?? '' });
    }
    const { report } = await told.result();
    expect(report.steps).toEqual({ total: 3, done: 3 });
    const ledger = await told.git('show', 'tdd/docs--issue:.tdd/docs--issue.md');
    expect(ledger).toContain('- [x] 3. n1 is known <!-- criterion 1 -->');
    const message = await told.git('log', '--format=%B', '--grep=comes back from review', 'tdd/docs--issue');
    expect(message).toContain(because);
    expect(await promptOf(report.firstRunId, 'develop-red-step-3')).toContain(because);
    expect(await review(told.id)).toMatchObject({ gated: ['2', '3'], steps: [{ id: '1', sentBack: true }] });

    expect(await logs.ended).toBe(0);
    expect(logs.out()).toMatch(/develop-green step 1 \(developer, scripted\)[\s\S]*develop-red step 3/);
    await until(() => board.out().includes(`${told.id} · done`), 10_000, board.out);
    board.child.kill('SIGINT');
    expect(await board.ended).toBe(130);
    if (drawn !== null) {
      drawn.child.stdin?.write('\u0003');
      expect(await drawn.ended).toBe(130);
      // Drawn in place, the cursor hidden and given back.
      expect(drawn.out()).toMatch(/\u001b\[\?25l\r[\s\S]*\u001b\[\d+A\r[\s\S]*\u001b\[\?25h\s*$/);
    }
    await replays(told);
  });
});
