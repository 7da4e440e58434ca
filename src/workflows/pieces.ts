import type { DevelopReport } from '../contract/activities.js';
import { levelOf, mostLevels, mostPieces, piecesOf } from '../domain/run/discipline.js';
import { withParked } from '../domain/run/run-state.js';
import { commitTree } from './commit.js';
import { bailed, note, StopBite, type Desk } from './desk.js';
import { keepAttempt } from './ending.js';
import type { StepStart } from './step-start.js';

/** A smaller piece that is to be built and tested before the step under way (R-001-10). */
export interface Piece {
  readonly kind: 'piece';
  readonly title: string;
}

/**
 * A leaf that answers "too-big" names a smaller piece. Taken only where the scope check is enforced; elsewhere it is
 * mentioned and the leaf's tree is judged as it is.
 * @throws {Bailed} `too-broad` when the step is a piece of a piece, or has five pieces, already: then the plan has to be
 * split (R-001-11)
 */
export function askForPiece(desk: Desk, { piece }: Pick<DevelopReport, 'piece'>): Piece | null {
  const { step, facts, window } = desk.state;
  if (piece === null || step === null) return null;
  if (facts?.discipline.scopeCheck !== 'enforced') {
    note(desk, `the leaf calls the step too big, and a smaller piece would be: ${piece} (advice)`);
    return null;
  }
  const ids = new Set(window.map(({ id }) => id));
  const isDeep = levelOf(step.id, ids) >= mostLevels;
  if (!isDeep && piecesOf(step.id, ids) < mostPieces) return { kind: 'piece', title: piece };
  const what = isDeep ? 'is a piece of a piece' : `has ${mostPieces} pieces already`;
  const why = `step ${step.id} ${what} and is still too big ("${piece}" would come first)`;
  throw bailed(desk, 'too-broad', `${why}; split the step in the plan`);
}

/**
 * Drill-down: the piece gets a line of its own right before its step, by a `docs:` commit; the step's red test is
 * parked and offered again when its turn comes. What follows is the ordinary cycle of the next open step (R-001-11).
 */
export async function drillDown(desk: Desk, start: StepStart, piece: Piece, redTree: string): Promise<void> {
  const { step } = desk.state;
  if (step === null) throw new Error('a piece belongs to a step');
  desk.state = { ...desk.state, halfDone: redTree };
  await keepAttempt(desk, `its piece comes first: ${piece.title}`);
  const { offered } = desk.state;
  if (offered !== null) desk.state = { ...withParked(desk.state, offered), offered: null };
  const { added } = await commitTree(desk, {
    tree: start.tree,
    mark: { kind: 'piece', step: step.id, title: piece.title },
    kind: 'docs',
    subject: `a piece of step ${step.id} comes first: ${piece.title}`,
    body: [],
    task: step.id,
    // Not `plan`: a step's line that comes back from review is told by that.
    phase: 'red',
  });
  note(desk, `step ${step.id} is drilled down: step ${added ?? '-'} comes first: ${piece.title}`);
  if (desk.state.stop !== null) throw new StopBite();
}
