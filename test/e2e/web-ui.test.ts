import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MessageEntry } from '../../src/domain/steering/messages.js';
import type { StatusView } from '../../src/contract/views.js';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { browserHere, browserNote, openBrowser, type Browser } from '../support/browser.js';
import { replays, rig, tell, until, type Rig, type Told } from '../support/rig.js';

/** What a person without Pawl's client has: the server's own Web UI, in a real browser. */
const story = browserHere ? describe : describe.skip;

story(`the Temporal Web UI${browserNote}`, () => {
  let rigged: Rig;
  let browser: Browser;
  beforeAll(async () => {
    rigged = await rig({ jail: 'process' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await rigged.close();
  });

  const gated = (status: StatusView): boolean => status.state === 'gate';
  const pageOf = (told: Told, tab = ''): string =>
    `${rigged.server.uiUrl}/namespaces/default/workflows/${encodeURIComponent(told.id)}/${runIdOf(told)}${tab}`;

  const runIdOf = (told: Told): string => (told.handle as WorkflowHandleWithFirstExecutionRunId).firstExecutionRunId;

  /** Sends a signal as a person does: by the dialogue of the run's page. */
  async function signalByPage(told: Told, name: string, payload: string | null): Promise<MessageEntry> {
    const { page } = browser;
    const before = (await told.status()).messages.length;
    // Anew each time: the dialogue keeps what was typed into it before.
    await page.goto(pageOf(told, '/timeline'), { waitUntil: 'domcontentloaded' });
    await page.locator('button:visible', { hasText: 'More Actions' }).click();
    await page.locator('[data-testid=signal-button]:visible').click();
    const dialogue = page.locator('[role=dialog]:visible, dialog:visible').last();
    await dialogue.locator('[data-testid=signal-select-button]').click();
    await dialogue.locator('[role=option]', { hasText: name }).first().click();
    if (payload !== null) {
      await dialogue.locator('[role=textbox][aria-label=Data]').click();
      // Not typed: the editor of the page closes brackets by itself.
      await page.keyboard.insertText(payload);
    }
    await dialogue.getByRole('button', { name: 'Submit' }).click();
    await until(async () => (await told.status()).messages.length > before, 15_000);
    const entry = (await told.status()).messages.at(-1);
    if (entry === undefined) throw new Error('the run noted no message');
    return entry;
  }

  test('state, phase, step, gear, ledger and the next command are readable on the page of a run', async () => {
    const told = await tell(rigged, { steps: 2, gear: null });
    await told.reach(gated);
    const hash = (await told.status()).gate?.testHash.slice(0, 12) ?? '';
    const { page } = browser;
    await page.goto(pageOf(told, '/user-metadata'));
    const details = page.frameLocator('iframe').first().locator('body');
    await details.getByText('Step 1').waitFor();
    const text = (await details.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('gate in phase gate, 0 of 2 steps done');
    expect(text).toContain('Gear: review-before');
    expect(text).toContain('[ ] 2. n2 is known');
    // Two dashes stay two dashes: the command can be copied.
    expect(text).toContain(`pawl approve ${told.id} --test ${hash}`);
    expect(text).toContain('Branch: tdd/docs--issue');
    const picture = await page.screenshot();
    expect(picture.length).toBeGreaterThan(20_000);
    await page.goto(pageOf(told, '/search-attributes'));
    await page.getByText('PawlGear').first().waitFor();
    expect((await page.locator('body').innerText()).replace(/\s+/g, ' ')).toMatch(/PawlGear.*review-before/);
    await told.signal('requestStop', { mode: 'now' });
    expect((await told.result()).outcome).toBe('stopped');
    await replays(told);
  });

  test('each of the eight messages can be sent from the page, and the run says what became of it', async () => {
    const reworded = { replace: 'test/numbers.test.js', from: 'n1 is 1', to: 'n1 is one' };
    const told = await tell(rigged, {
      steps: 2,
      gear: null,
      leaves: [{ role: 'developer', phase: 'red', step: '1', attempt: 2, do: [reworded] }],
    });
    await told.reach(gated);
    const first = (await told.status()).gate?.testHash ?? '';
    expect(await signalByPage(told, 'answer', '{"text":"yes"}')).toMatchObject({ taken: false, way: 'signal' });
    expect(await signalByPage(told, 'retry', null)).toMatchObject({ name: 'retry', taken: false });
    expect(await signalByPage(told, 'addBudget', '{"usd":5}')).toMatchObject({
      ...{ name: 'addBudget', taken: false },
      answer: 'this run has no money budget; nothing was added',
    });
    expect(await signalByPage(told, 'withdrawStop', null)).toMatchObject({ answer: 'no stop is asked for' });
    const shift = await signalByPage(told, 'shiftGear', '{"gear":"review-before"}');
    expect(shift).toMatchObject({ taken: true, answer: 'review-before: takes effect at step 2' });
    expect(await signalByPage(told, 'reject', '{"because":"say it in words"}')).toMatchObject({ taken: true });
    await told.reach((status) => gated(status) && status.gate?.testHash !== first);
    const again = (await told.status()).gate?.testHash ?? first;
    expect(await signalByPage(told, 'approve', JSON.stringify({ test: again.slice(0, 12) }))).toMatchObject({
      taken: true,
      answer: 'GREEN of step 1 begins',
    });
    await told.reach((status) => gated(status) && status.step?.id === '2');
    const stop = await signalByPage(told, 'requestStop', '{"mode":"at-ledger"}').catch(() => null);
    // The run may have ended before it could be asked again.
    if (stop !== null) expect(stop).toMatchObject({ taken: true });
    expect((await told.result()).outcome).toBe('stopped');
    await replays(told);
  });
});
