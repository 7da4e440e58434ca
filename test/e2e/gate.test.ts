import { execFile } from 'node:child_process';
import { lstat, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GateView, StatusView } from '../../src/contract/views.js';
import type { MessageAnswer } from '../../src/contract/messages.js';
import { follow, replays, rig, tell, type Rig, type Told } from '../support/rig.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const testFile = 'test/numbers.test.js';
const source = 'src/numbers.js';

async function gateOf(told: Told, after: GateView | null = null): Promise<GateView & { readonly review: string }> {
  const isNew = ({ gate }: StatusView): boolean => gate !== null && gate.openedAtMs !== after?.openedAtMs;
  await told.reach(isNew);
  const { gate } = await told.status();
  if (gate?.review === undefined || gate.review === null) throw new Error('the gate has no review copy');
  return { ...gate, review: gate.review };
}

async function edit(gate: { readonly review: string }, path: string, change: (text: string) => string): Promise<void> {
  const at = join(gate.review, path);
  await writeFile(at, change(await readFile(at, 'utf8')));
}

/** Sends the copy as it lies there and waits for the gate to open again, with the reason. */
async function refused(told: Told, gate: GateView): Promise<GateView & { readonly review: string }> {
  const sent: MessageAnswer = await told.handle.executeUpdate('approve', {
    args: [{ test: gate.testHash.slice(0, 12), edited: true }],
  });
  expect(sent).toMatchObject({ taken: true, answer: expect.stringContaining('the edited copy is tried now') });
  const again = await gateOf(told, gate);
  // The test that waits is the one that was shown, and the copy is where it was.
  expect([again.testHash, again.review]).toEqual([gate.testHash, gate.review]);
  return again;
}

const reviewsOf = (told: Told): Promise<string> =>
  told.git('log', '--format=%(trailers:key=Pawl-Review,valueonly,separator=)', 'main..tdd/docs--issue');

const lines = async (told: Told): Promise<readonly string[]> => (await told.events()).map((event) => event.line);

describe('the review copy', () => {
  test('an edited copy that does not hold is refused with its reason, stays as it was left, and the gate waits on', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    const first = await gateOf(told);
    expect(first.review.startsWith(join(rigged.home, 'runs'))).toBe(true);
    expect((await stat(first.review)).mode & 0o777).toBe(0o700);
    expect((await readdir(first.review)).sort()).toEqual(['.tdd', 'docs', 'package.json', 'src', 'test']);

    // Files outside the step's test, and what an editor leaves beside it.
    await edit(first, source, (text) => text.replace('zero: 0', 'zero: 0, n1: 1'));
    for (const name of ['.numbers.test.js.swp', 'numbers.test.js~', 'numbers.test.js.orig'])
      await writeFile(join(first.review, 'test', name), 'left by an editor');
    const second = await refused(told, first);
    expect(second.refusedEdit).toMatch(/src\/numbers\.js \(modified\): is no test file/);
    const { notes } = await told.status();
    expect(notes.join('\n')).toMatch(
      /left out of the tree.*\.numbers\.test\.js\.swp, test\/numbers\.test\.js\.orig, test\/numbers\.test\.js~/,
    );
    expect(await readFile(join(first.review, source), 'utf8')).toContain('n1: 1');
    expect((await readdir(join(first.review, 'test'))).length).toBe(4);

    // A test that passes at once is no red one.
    await edit(first, source, (text) => text.replace('zero: 0, n1: 1', 'zero: 0'));
    await edit(first, testFile, (text) => text.replace("value('n1'), 1", "value('zero'), 0"));
    const third = await refused(told, second);
    expect(third.refusedEdit).toMatch(/passes/);

    // What no tree can hold is told by its name.
    await run('mkfifo', [join(first.review, 'test/pipe')]);
    await symlink('/etc', join(first.review, 'test/out'));
    const fourth = await refused(told, third);
    expect(fourth.refusedEdit).toContain('test/pipe is a FIFO');
    expect(fourth.refusedEdit).toContain('test/out is a link that leads out of the tree');
    expect((await lstat(join(first.review, 'test/out'))).isSymbolicLink()).toBe(true);

    await rm(first.review, { recursive: true });
    const fifth = await refused(told, fourth);
    expect(fifth.refusedEdit).toMatch(/is gone/);
    expect(await readFile(join(fifth.review, testFile), 'utf8')).toContain("value('n1'), 1");

    // The original is as good as before.
    const approved = await rigged.pawl(['approve', told.id, '--test', first.testHash.slice(0, 8)]);
    expect(approved).toMatchObject({ code: 0, stdout: 'approved: GREEN of step 1 begins\n' });
    expect((await told.result()).outcome).toBe('done');
    expect(await told.git('show', `tdd/docs--issue:${testFile}`)).toContain("value('n1'), 1");
    // Who saw it before its code stands in the commit, and in the report's table.
    expect(await reviewsOf(told)).toMatch(`${first.testHash.slice(0, 12)} approved by test@rig (as claimed) at 2`);
    const { stdout } = await rigged.pawl(['report', told.id]);
    expect(stdout).toMatch(new RegExp(`1 +review-before +${first.testHash.slice(0, 12)} +approved by test@rig`));
    await expect(stat(dirname(first.review))).resolves.toBeDefined();
    expect(await readdir(dirname(first.review))).toEqual([]);
    await replays(told);
  });

  test('an edited copy that holds is approved: evidence and verdict on it in the history, its tree in the green commit', async () => {
    const told = await tell(rigged, { steps: 2, gear: null });
    const gate = await gateOf(told);
    await edit(gate, testFile, (text) => text.replace("test('n1 is 1'", "test('n1, as ann says it'"));
    const before = (await lines(told)).length;
    const sent = await rigged.pawl(['approve', told.id, '--test', gate.testHash.slice(0, 12), '--edited', '--json']);
    expect(JSON.parse(sent.stdout)).toMatchObject({ taken: true, answer: expect.stringContaining('edited copy') });
    // Not edited at all is an approval as any other.
    const next = await gateOf(told, gate);
    const heard = (await lines(told)).slice(before);
    expect(heard.filter((line) => line.startsWith('RED: FAIL (expected)'))[0]).toContain('n1, as ann says it');
    expect(heard.filter((line) => line.startsWith('verdict-red: PASS'))).toHaveLength(2);
    expect(heard.find((line) => line.includes('the edited test holds'))).toBeDefined();
    expect(next.step).toBe('2');
    // One step's copies at a time.
    expect(await readdir(dirname(next.review))).toHaveLength(1);
    await told.signal('approve', { test: next.testHash, edited: true });
    expect((await told.result()).outcome).toBe('done');
    expect((await lines(told)).join('\n')).toContain(
      `the copy holds the test as it was shown: ${next.testHash.slice(0, 12)}`,
    );
    const log = await told.git('log', '--reverse', '--format=%H %s', 'main..tdd/docs--issue');
    const green = /^([0-9a-f]{40}) feat: n1 is known$/m.exec(log)?.[1] ?? '';
    expect(await told.git('show', `${green}:${testFile}`)).toContain("test('n1, as ann says it'");
    await replays(told);
  });

  test('a stop at the gate keeps the copy; the run that goes on finds it with all that was done there', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    const gate = await gateOf(told);
    await edit(gate, testFile, (text) => text.replace("test('n1 is 1'", "test('n1, half edited'"));
    expect((await rigged.pawl(['stop', told.id])).code).toBe(0);
    const { outcome, carry } = await told.result();
    expect(outcome).toBe('stopped');
    expect((await told.status()).notes.join('\n')).toContain(
      `the review copy stays where it is, for the run that goes on: ${gate.review}`,
    );
    expect(await readFile(join(gate.review, testFile), 'utf8')).toContain('half edited');
    const closed = await rigged.pawl(['approve', told.id, '--test', gate.testHash.slice(0, 12)]);
    expect(closed).toMatchObject({ code: 2, stderr: expect.stringMatching(/is not open.*pawl resume tdd/) });
    expect(await rigged.pawl(['approve', told.id])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is not open, so no test waits there.*pawl resume tdd/s),
    });
    await replays(told);

    const on = await follow(rigged, { ...told, input: { ...told.input, resume: carry } });
    const again = await gateOf(on);
    expect([again.testHash, again.review]).toEqual([gate.testHash, gate.review]);
    await on.signal('approve', { test: again.testHash, edited: true });
    expect((await on.result()).outcome).toBe('done');
    expect(await on.git('show', `tdd/docs--issue:${testFile}`)).toContain('half edited');
    await replays(on);
  });

  test('without a terminal approve says what is missing; a shift while an edited copy is tried opens the gate, also when it does not hold', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    const gate = await gateOf(told);
    const hash = gate.testHash.slice(0, 12);
    const bare = await rigged.pawl(['approve', told.id, '--edited']);
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain(`pawl approve ${told.id} --test ${hash}\n`);
    expect(bare.stderr).toContain(`pawl approve ${told.id} --test ${hash} --edited\n`);
    const short = await rigged.pawl(['approve', told.id, '--test', 'a', '--edited']);
    expect(short.code).toBe(2);
    expect(short.stderr).toMatch(/"a" has 1 character: .*8 to 64.*for example: --test 1f0c/s);
    const other = await rigged.pawl(['approve', told.id, '--test', '0123456789ab']);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(`to approve that one: pawl approve ${told.id} --test ${hash}`);
    const status = await rigged.pawl(['status', told.id]);
    expect(status.stdout).toContain(`  ${gate.review}\n  try it: cd ${gate.review} && `);

    await edit(gate, source, (text) => `${text}// not a test\n`);
    await told.signal('approve', { test: gate.testHash, edited: true });
    await told.signal('shiftGear', { gear: 'review-after', because: 'a spike' });
    expect((await told.result()).outcome).toBe('done');
    const heard = await lines(told);
    expect(heard.join('\n')).toContain('gate: the edited copy was refused');
    expect(await reviewsOf(told)).toContain(`${hash} seen by nobody before its code`);
    const gears = '--format=%(trailers:key=Pawl-Gear,valueonly,separator=)';
    expect((await told.git('log', gears, 'main..tdd/docs--issue')).split('\n')).toContain('review-after');
    await replays(told);
  });
});
