import type { CheckReport } from '../contract/activities.js';
import { overScope } from '../domain/run/discipline.js';
import { withRemembered } from '../domain/run/run-state.js';
import { readyToCommit, type Ready } from './commit-ready.js';
import { messageFor } from './commit.js';
import { develop, stuckBudget, type StuckBudget } from './develop.js';
import { note, record, type Desk } from './desk.js';
import { enter } from './enter.js';
import { judgeGreenTree, observeTakenBack, type GreenTree } from './green-evidence.js';
import { askForPiece, type Piece } from './pieces.js';
import type { Red } from './red-phase.js';
import { reviseUntilAccepted, type Attempt, type SentBackTrial, type Trial } from './revise-loop.js';
import type { StepStart } from './step-start.js';

/** A verified tree in which the red test passes and nothing else broke, let through by lint, type-check and hooks. */
export interface Green extends GreenTree {
  readonly checks: CheckReport['ran'];
  readonly message: string | null;
}

/** What came of GREEN: the tree for the commit, or a smaller piece that is to be built before it (R-001-10). */
export type GreenResult = { readonly kind: 'green'; readonly green: Green } | Piece;

interface GreenJob {
  readonly start: StepStart;
  readonly red: Red;
  readonly stuck: StuckBudget;
}

/**
 * GREEN: the least code that turns the red test -> type-check -> suite -> blind verifier [-> domain reviewer] -> lint
 * and hooks (R-001-12…17, R-001-25, R-004-29). Two edits that do not go green call the debugger.
 */
export async function greenPhase(desk: Desk, start: StepStart, red: Red): Promise<GreenResult> {
  const job = { start, red, stuck: stuckBudget() };
  return reviseUntilAccepted(desk, red.tree, (attempt) => tryGreen(desk, job, attempt), { hasDebugger: true });
}

async function tryGreen(desk: Desk, job: GreenJob, attempt: Attempt): Promise<Trial<GreenResult>> {
  enter(desk, 'green', 'working');
  const edited = await edit(desk, job, attempt);
  if (edited.kind === 'sent-back') return edited;
  if (edited.kind === 'piece') return { kind: 'accepted', value: edited };
  const judged = await judgeGreenTree(desk, job, edited.tree);
  if (judged.kind === 'sent-back') return judged;
  const ready = await letThrough(desk, job, judged.value);
  return ready.kind === 'sent-back' ? ready : { kind: 'accepted', value: { kind: 'green', green: ready.value } };
}

/** One edit by the developer or the debugger; null tree and refusals are for its next try. */
async function edit(
  desk: Desk,
  { red, stuck }: GreenJob,
  { from, feedback, by, failures }: Attempt,
): Promise<{ readonly kind: 'edited'; readonly tree: string } | Piece | SentBackTrial> {
  const report = await develop(
    desk,
    {
      phase: 'green',
      by,
      from,
      base: red.tree,
      feedback,
      failures,
      frozen: red.testFiles,
      redTests: red.testIds,
      findings: [],
    },
    stuck,
  );
  const { tree, refusals, changed, diagnosis } = report;
  desk.state = withRemembered(desk.state, report.remember);
  const piece = askForPiece(desk, report);
  if (piece !== null) return piece;
  if (tree !== null && changed.length === 0) {
    const reasons = ['nothing was changed: the red test still fails'];
    // A debugger that changed nothing has failed as a debugger; a developer's answer is a refused try (F31).
    const spends = by === 'debugger' ? 'evidence' : 'revise';
    return { kind: 'sent-back', reasons, cause: 'rejected', from: red.tree, spends };
  }
  if (by === 'debugger' && diagnosis === null) {
    const reasons = ['the debugger named no root cause with evidence: what it changed does not count'];
    record(desk, { kind: 'evidence', line: `DEBUG: FAIL ${reasons[0] ?? ''}` });
    return { kind: 'sent-back', reasons, cause: 'debug-exhausted', from: red.tree, spends: 'evidence' };
  }
  if (tree === null || refusals.length > 0) {
    const spends = by === 'debugger' ? 'evidence' : 'revise';
    return { kind: 'sent-back', reasons: refusals, cause: 'file-gate', from: red.tree, spends };
  }
  if (diagnosis !== null) {
    record(desk, { kind: 'evidence', line: `DEBUG: root cause: ${diagnosis.rootCause} (${diagnosis.evidence})` });
  }
  return tooMuch(desk, report.scope, red.tree) ?? { kind: 'edited', tree };
}

/** About 20 lines in one file: enforced under strict, else only said (R-001-10). */
function tooMuch(desk: Desk, scope: Parameters<typeof overScope>[0], from: string): SentBackTrial | null {
  const over = overScope(scope);
  if (over === null) return null;
  const what = `the edit is large for one step: ${over}`;
  if (desk.state.facts?.discipline.scopeCheck !== 'enforced') {
    note(desk, `${what}; a smaller step is easier to review (advice)`);
    return null;
  }
  record(desk, { kind: 'evidence', line: `SCOPE: REFUSED ${over}` });
  const mend = 'write less, or answer "too-big" with the title of one smaller piece that can be built and tested first';
  return { kind: 'sent-back', reasons: [`${what}; ${mend}`], cause: 'too-broad', from, spends: 'revise' };
}

/** Lint, type-check and hooks; what a hook reformatted is judged anew, tests and verdict both (R19 b, c). */
async function letThrough(
  desk: Desk,
  job: GreenJob,
  judged: GreenTree,
): Promise<{ readonly kind: 'through'; readonly value: Green } | SentBackTrial> {
  const { start, red } = job;
  const ready = await readyToCommit(desk, { tree: judged.tree, base: start.tree, message: greenMessage(desk) });
  if (ready.kind === 'sent-back') return ready;
  if (ready.reformatted.length === 0) return { kind: 'through', value: asGreen(judged, ready) };
  enter(desk, 'green', 'working');
  const moved = red.testFiles.some((path) => ready.reformatted.includes(path));
  const still = moved ? await observeTakenBack(desk, job, ready.tree) : null;
  if (still !== null) return still;
  const again = await judgeGreenTree(desk, job, ready.tree);
  return again.kind === 'sent-back' ? again : { kind: 'through', value: asGreen(again.value, ready) };
}

function asGreen(judged: GreenTree, { checks, message }: Ready): Green {
  return { ...judged, checks, message };
}

/** As it will be committed: a commit-msg hook is shown the whole of it. */
function greenMessage(desk: Desk): string {
  const { step } = desk.state;
  if (step === null) throw new Error('GREEN needs a step');
  return messageFor(desk, { kind: 'feat', subject: step.title, body: [], task: step.id, phase: 'green' });
}
