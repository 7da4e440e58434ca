import type { CritiqueReport } from '../contract/activities.js';
import { budgets } from '../domain/run/budgets.js';
import { withRemembered } from '../domain/run/run-state.js';
import { commitVerified } from './commit-verified.js';
import { messageFor } from './commit.js';
import { develop, stuckBudget, type StuckBudget } from './develop.js';
import { bailed, note, record, StopBite, type Desk } from './desk.js';
import { enter } from './enter.js';
import { askReviewer } from './reviewers.js';
import { reviseUntilAccepted, type Attempt, type Trial } from './revise-loop.js';
import { reworked, type Reworked } from './rework.js';
import { placesOf, type StepStart } from './step-start.js';

/** What the critic left: the tree at the tip, and whether its findings were mended by commits. */
export interface Criticised {
  readonly tree: string;
  readonly mended: boolean;
}

type Mend = CritiqueReport['mends'][number];

/**
 * CRITIC: spec, whole diff, test output and allowlist; APPROVED, or NEEDS WORK with findings, each mended under the
 * gates of a refactoring. Two rounds (R-004-34…40). Skipped while the tip is the one it approved.
 * @throws {Bailed} `critic-rejected` when the second round still needs work
 */
export async function criticPhase(desk: Desk, tree: string): Promise<Criticised> {
  const { tip, suite, criticApproved } = desk.state;
  if (tip === null || suite === null) throw new Error('the critic needs a branch');
  if (tip === criticApproved) return { tree, mended: false };
  let at: StepStart = { commit: tip, tree, suite };
  for (let round = 1; ; round += 1) {
    const { verdict, mends } = await critique(desk, at, round);
    if (verdict.word === 'PASS') {
      desk.state = { ...desk.state, criticApproved: at.commit };
      return { tree: at.tree, mended: at.commit !== tip };
    }
    if (round === budgets.criticRounds) {
      const why = `the critic still asks for work after ${round} rounds: ${verdict.reasons.join('; ')}`;
      throw bailed(desk, 'critic-rejected', why);
    }
    for (const mend of mends) at = await mendOne(desk, at, mend);
  }
}

async function critique(desk: Desk, at: StepStart, round: number): Promise<CritiqueReport> {
  // It looks at the whole; a step is under way only while a finding of it is mended.
  desk.state = { ...desk.state, step: null, criterion: '', started: ofCritic(desk) };
  enter(desk, 'critic', 'working');
  const report = await askReviewer(desk, {
    call: { phase: 'critic', role: 'critic', name: 'critic' },
    tree: at.tree,
    title: 'critic',
    start: (leaves, label) =>
      leaves.critique({ ...placesOf(desk), label, round, tip: at.commit, tree: at.tree, evidence: at.suite }),
  });
  const { word, reasons } = report.verdict;
  const said = word === 'PASS' ? 'APPROVED' : `NEEDS WORK — ${reasons.join('; ')}`;
  desk.state = { ...desk.state, criticLine: `${said} (round ${round})`.slice(0, 2_000) };
  record(desk, { kind: 'verdict', line: `CRITIC: ${said} (round ${round}, tree ${at.tree.slice(0, 10)})` });
  return report;
}

/** Its leaves are counted over all rounds, those of each mend on their own. */
function ofCritic({ state }: Desk): Readonly<Record<string, number>> {
  return { 'critic/critic': state.started['critic/critic'] ?? 0 };
}

/** One commit for the findings of one step, with that step's `Task:`. */
async function mendOne(desk: Desk, start: StepStart, mend: Mend): Promise<StepStart> {
  const { step, criterion } = mend;
  desk.state = { ...desk.state, step, criterion, started: ofCritic(desk), halfDone: null, remember: [] };
  const stuck = stuckBudget();
  const mended = await reviseUntilAccepted(desk, start.tree, (one) => tryMend(desk, { start, stuck, mend }, one));
  if (mended === null) {
    note(desk, `nothing was changed for the critic's findings of step ${step.id}; it looks again`);
    return start;
  }
  const { sha, tree } = await commitVerified(desk, mended, {
    kind: mended.kind,
    subject: subjectOf(mend),
    body: [],
    mark: { kind: 'clear', step: step.id },
    task: step.id,
    phase: 'critic',
  });
  desk.state = { ...desk.state, suite: mended.report };
  if (desk.state.stop !== null) throw new StopBite();
  return { commit: sha, tree, suite: mended.report };
}

function subjectOf({ step }: Mend): string {
  return `${step.title} (after the critic)`;
}

interface MendJob {
  readonly start: StepStart;
  readonly stuck: StuckBudget;
  readonly mend: Mend;
}

type Mended = Reworked & { readonly kind: 'refactor' | 'test' };

async function tryMend(desk: Desk, job: MendJob, attempt: Attempt): Promise<Trial<Mended | null>> {
  enter(desk, 'critic', 'working');
  const { start, stuck, mend } = job;
  const { from, feedback, by } = attempt;
  const edit = { phase: 'refactor', by, from, base: start.tree, feedback } as const;
  const report = await develop(
    desk,
    { ...edit, frozen: [], redTests: [], failures: [], findings: mend.findings },
    stuck,
  );
  const { tree, refusals, changed, testFiles } = report;
  desk.state = withRemembered(desk.state, report.remember);
  if (tree === null || refusals.length > 0) {
    return { kind: 'sent-back', reasons: refusals, cause: 'file-gate', from: start.tree, spends: 'revise' };
  }
  if (changed.length === 0) return { kind: 'accepted', value: null };
  const kind = changed.every((path) => testFiles.includes(path)) ? 'test' : 'refactor';
  const said = { kind, subject: subjectOf(mend), body: [], task: mend.step.id, phase: 'critic' } as const;
  const message = messageFor(desk, said);
  const tried = await reworked(desk, { start, tree, testFiles, sameTests: false, word: 'CRITIC', message });
  return tried.kind === 'sent-back' ? tried : { kind: 'accepted', value: { ...tried.value, kind } };
}
