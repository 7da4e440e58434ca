import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { JailKind } from '../../src/ports/jail.js';
import { removeRepositories } from '../support/git-repos.js';
import type { Mode } from './mode.js';
import { modes } from './modes.js';
import { stageFor, type Stage } from './play.js';

/** What the guard keeps of a stream, and what the history takes of a report (D5). */
const mostLogBytes = 16 * 1024 * 1024;
const mostReportBytes = 64 * 1024;

/** Defines a test for each mode: it is played by the worker's own activities and adapters, and ends as the table says. */
export function proveIn(jail: JailKind): void {
  let stage: Stage;
  beforeAll(async () => void (stage = await stageFor(jail)));
  afterAll(async () => {
    await stage.close();
    await removeRepositories();
  });

  describe(`a leaf in the ${jail} jail`, () => {
    test.concurrent.each(modes.map((mode) => [mode.shows.join(', '), mode.id, mode.what, mode] as const))(
      '%s, %s: %s',
      async (_shows, _id, _what, mode) => {
        await proves(stage, jail, mode);
      },
    );
  });
}

async function proves(stage: Stage, jail: JailKind, mode: Mode): Promise<void> {
  const expected = { ...mode.expects, ...(jail === 'process' ? mode.inProcess?.expects : {}) };
  const seen = await stage.play(mode);
  const { leaf, follows, refusals } = seen;
  expect({ outcome: leaf.outcome, follows, message: leaf.message, refusals }).toEqual({
    outcome: expected.outcome,
    follows: expected.follows,
    message: expect.stringMatching(expected.message),
    refusals: expected.refusal === undefined ? [] : expect.arrayContaining([expect.stringMatching(expected.refusal)]),
  });
  expect(leaf.message).toMatch(/^[^\p{Cc}]+$/u);
  expect(leaf.tail).not.toMatch(/[\0\u001b]/);
  expect(seen).toMatchObject({ alive: [], folderLeft: false });
  if (mode.shows.includes('F41')) expect(seen.wroteOutside).toBe(jail === 'process');
  expect(seen.logBytes).toBeLessThanOrEqual(mostLogBytes);
  expect(seen.reportBytes).toBeLessThanOrEqual(mostReportBytes);
}
