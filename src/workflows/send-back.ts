import type { NextStepReport } from '../contract/activities.js';
import { splitSentBack, type SentBack } from '../domain/run/run-state.js';
import { commitTree } from './commit.js';
import { note, type Desk } from './desk.js';

/**
 * Each step that a reviewer sent back gets a new line at the end of the ledger, by a `docs:` commit that says why
 * (C-25). The reason stays in the state under the new step's id, for its first brief.
 */
export async function sendBack(desk: Desk, report: NextStepReport): Promise<void> {
  let { tree } = report;
  // What is sent back meanwhile stays for the next time.
  for (const back of splitSentBack(desk.state).waiting) {
    const { step, because, by } = back;
    if (!report.sentBack.includes(step)) {
      note(desk, `step ${step} was sent back, but this ledger has no such step that is done`);
      replace(desk, back, null);
      continue;
    }
    const who = by === null ? '' : ` (${by}, as claimed)`;
    const committed = await commitTree(desk, {
      tree,
      mark: { kind: 'again', step },
      kind: 'docs',
      subject: `step ${step} comes back from review`,
      body: [`${because}${who}`],
      task: step,
      phase: 'plan',
    });
    ({ tree } = committed);
    // A spec's list is frozen: its box is unticked, and the task comes back as itself (C-25).
    const again = desk.input.source.kind === 'spec' ? step : committed.added;
    replace(desk, back, again);
    note(desk, `step ${step} comes back from review as step ${again ?? '-'}: ${because}`);
  }
}

function replace(desk: Desk, back: SentBack, again: string | null): void {
  const sentBack = desk.state.sentBack.flatMap((one) => {
    if (one !== back) return [one];
    return again === null ? [] : [{ ...back, again }];
  });
  desk.state = { ...desk.state, sentBack };
}

/** Why the step under way was sent back, for its developer; empty for a step that nobody sent back. */
export function reviewReasons(desk: Desk): readonly string[] {
  const { sentBack, step } = desk.state;
  return sentBack
    .filter((one) => one.again !== null && one.again === step?.id)
    .map(
      (one) => `A reviewer sent step ${one.step} back after it was done; this step is there to mend it: ${one.because}`,
    );
}
