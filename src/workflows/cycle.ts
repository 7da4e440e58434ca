import type { Shape } from '../domain/plan/shape.js';
import { bailed, type Desk } from './desk.js';
import { behaviourCycle } from './shapes/behaviour.js';
import { characteriseCycle } from './shapes/characterise.js';
import { generateCycle } from './shapes/generate.js';
import { implementCycle } from './shapes/implement.js';
import { leaveToPerson } from './shapes/land.js';
import { reworkCycle } from './shapes/rework-step.js';
import { testCycle } from './shapes/test-only.js';
import { verifyCycle } from './shapes/verify-only.js';
import type { StepStart } from './step-start.js';

type Cycle = (desk: Desk, start: StepStart) => Promise<void>;

/** A step's path by shape (R-000-50…62, C-7, C-27). */
const cycles: Readonly<Record<Shape, Cycle>> = {
  behaviour: behaviourCycle,
  implement: implementCycle,
  test: testCycle,
  characterise: characteriseCycle,
  generate: generateCycle,
  tidy: reworkCycle('tidy'),
  document: reworkCycle('document'),
  setup: reworkCycle('setup'),
  verify: verifyCycle,
  unknown: (desk) => leaveToPerson(desk, 'its label is none that Pawl knows, and nothing is guessed'),
};

/** @throws {Bailed} `plan-invalid` for a shape that an issue's ledger can't have: never mapped to the nearest one (R-000-53) */
export async function runCycle(desk: Desk, shape: Shape, start: StepStart): Promise<void> {
  const isSpec = desk.input.source.kind === 'spec';
  if (!isSpec && shape !== 'behaviour') {
    throw bailed(desk, 'plan-invalid', `steps of shape "${shape}" can't be run from an issue`);
  }
  await cycles[shape](desk, start);
}
