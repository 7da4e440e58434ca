import type { CommitKind } from '../../domain/commit/commit-message.js';
import type { Phase } from '../../domain/run/phase.js';
import type { ArtifactRef } from '../../domain/run/references.js';
import { commitVerified, type Verified } from '../commit-verified.js';
import { commitTree } from '../commit.js';
import { note, StopBite, type Desk } from '../desk.js';
import { enter } from '../enter.js';
import { refactorPhase } from '../refactor-phase.js';

export interface Landing {
  readonly kind: CommitKind;
  /** Where the work was done; the trailer by which a resumed run knows that only the tick is missing. */
  readonly phase: Extract<Phase, 'red' | 'green' | 'refactor'>;
  /** The suite as it is on this tree: what the next step is held against. */
  readonly report: ArtifactRef;
  readonly hasRefactoring: boolean;
}

/**
 * A step's verified work becomes commits (C-3, C-19). An issue's tick is in the work's own commit, and its refactoring
 * follows; a spec's box is ticked by a `docs:` commit of its own, after the refactoring, since its list has no mark for
 * one that is still to be done. A stop `at-ledger` bites where the tick stands (R-002-48).
 */
export async function land(desk: Desk, verified: Verified, landing: Landing): Promise<void> {
  enter(desk, 'commit', 'working');
  const { step } = desk.state;
  if (step === null) throw new Error('a commit needs a step');
  const { kind, phase, report, hasRefactoring } = landing;
  const apart = ticksApart(desk);
  const mark = apart ? null : ({ kind: 'tick', step: step.id } as const);
  const { tree, sha } = await commitVerified(desk, verified, {
    ...{ mark, kind, phase, task: step.id },
    ...{ subject: step.title, body: [] },
  });
  // The step's refactoring is open again, also when a person had it done once more.
  desk.state = { ...desk.state, suite: report, offered: null, refactorSettled: null };
  if (!apart) closed(desk);
  if (hasRefactoring) await refactorPhase(desk, { commit: sha, tree, suite: report });
  if (apart) await tickStep(desk);
}

/** The box of the step under way, by a commit of its own (R-000-43). */
export async function tickStep(desk: Desk): Promise<void> {
  await markStep(desk, 'tick', `task ${desk.state.step?.id ?? '-'} is done`, []);
  closed(desk);
}

/** `[!]`: a person has to look, and the run goes on (R-000-53). The reason stands in the commit, never in the list (C-25). */
export async function leaveToPerson(desk: Desk, why: string): Promise<void> {
  const { step } = desk.state;
  note(desk, `task ${step?.id ?? '-'} is left to a person: ${why}`);
  await markStep(desk, 'person', `task ${step?.id ?? '-'} is left to a person`, [why]);
  if (desk.state.stop !== null) throw new StopBite();
}

async function markStep(desk: Desk, kind: 'tick' | 'person', subject: string, body: readonly string[]): Promise<void> {
  const { step } = desk.state;
  if (step === null) throw new Error('a mark needs a step');
  const tree = desk.state.tipTree;
  if (tree === null) throw new Error('a mark needs a tree');
  await commitTree(desk, {
    tree,
    mark: { kind, step: step.id },
    kind: 'docs',
    subject,
    body,
    task: step.id,
    phase: 'commit',
  });
}

function closed(desk: Desk): void {
  const { done, bounded } = desk.state;
  desk.state = { ...desk.state, done: done + 1, bounded: { ...bounded, tasks: bounded.tasks + 1 } };
  if (desk.state.stop !== null) throw new StopBite();
}

function ticksApart({ input }: Desk): boolean {
  return input.source.kind === 'spec' && input.options.commits !== 'atomic';
}
