import { upsertMemo, workflowInfo } from '@temporalio/workflow';
import type { PreflightReport } from '../contract/activities.js';
import { memoFields } from '../contract/memo.js';
import type { RunState } from '../domain/run/run-state.js';
import { callLeaf, callQuick } from './calls.js';
import { Bailed, bailed, note, record, type Desk } from './desk.js';
import { resumeHere } from './host.js';
import { placesOf } from './step-start.js';
import { noteVersion } from './version.js';
import { waitForAnswer } from './wait.js';

/**
 * Claims what the run needs and measures where it starts: preflight, setup, baseline (R-002-23…25).
 * @returns the plan of an earlier `--plan-only`, when it still holds
 */
export async function preflight(desk: Desk): Promise<PreflightReport['plan']> {
  const report = await look(desk);
  const { scope, tip, originTip, plan, notes, ...facts } = report;
  const pushed = tip !== null && tip === originTip ? 'pushed' : desk.state.pushed;
  desk.state = { ...desk.state, scope, facts, tip, originTip, pushed };
  noteVersion(desk, facts.pawlVersion);
  for (const text of notes) note(desk, text);
  record(desk, {
    kind: 'state',
    line: `preflight: base ${facts.base.ref}, tests by "${facts.testCommand}", jail ${facts.jail.kind}`,
  });
  upsertMemo({
    ...{ pawlVersion: facts.pawlVersion, source: desk.state.sourceFile, branch: facts.branch },
    [memoFields.run]: desk.state.firstRunId,
  });
  await setup(desk);
  await baseline(desk);
  return plan;
}

/** A question of preflight, such as which test command to use, is answered as a leaf's is (C-16). */
async function look(desk: Desk): Promise<PreflightReport> {
  const { input } = desk;
  for (;;) {
    const { firstRunId, answers } = desk.state;
    try {
      return await callQuick(desk, 'preflight', (quick) =>
        quick.preflight({
          runKey: firstRunId,
          workflowId: workflowInfo().workflowId,
          source: input.source,
          options: input.options,
          resume: resumeHere(desk),
          answers: answers.filter((one) => one.phase === 'preflight'),
        }),
      );
    } catch (error) {
      if (!(error instanceof Bailed) || error.bail.question === null) throw error;
      await waitForAnswer(desk, error);
    }
  }
}

async function setup(desk: Desk): Promise<void> {
  const { scope } = placesOf(desk);
  const call = { phase: 'preflight', role: null, name: 'setup' } as const;
  const { store, notes } = await callLeaf(desk, call, (leaves, label) => leaves.setup({ scope, label }));
  desk.state = { ...desk.state, store };
  for (const text of notes) note(desk, text);
}

/** The suite before the first leaf (R13): at the base, or at the branch's tip when a run goes on. */
async function baseline(desk: Desk): Promise<void> {
  const { tip } = desk.state;
  const places = placesOf(desk);
  const call = { phase: 'preflight', role: null, name: 'baseline' } as const;
  const measured = await callLeaf(desk, call, (leaves, label) => leaves.baseline({ ...places, label, tip }));
  const { finding, report } = measured;
  desk.state = { ...desk.state, suite: report };
  switch (finding.kind) {
    case 'clean':
      record(desk, { kind: 'evidence', line: `baseline: ${finding.summary}` });
      if (finding.untested === true) note(desk, `at the base ${finding.summary}: no test guards what is there already`);
      return;
    case 'failing':
      declareTests(desk, measured.declared ?? []);
      if (areDeclared(desk, finding.failing)) {
        record(desk, { kind: 'evidence', line: `baseline: ${finding.summary}` });
        return note(
          desk,
          `these fail as a TEST task declared them, until their IMPLEMENT task: ${finding.failing.join(', ')}`,
        );
      }
      if (!desk.input.options.allowKnownFailures) {
        const names = finding.failing.slice(0, 20).join(', ');
        const named =
          desk.state.facts?.isSpec === true ? ', or name them by a "Test file:" line of their TEST task' : '';
        const mend = `mend them, or go on with --allow-known-failures${named}`;
        throw bailed(desk, 'baseline-red', `these tests fail before Pawl changed anything: ${names} (${mend})`);
      }
      record(desk, { kind: 'evidence', line: `baseline: ${finding.summary}` });
      return note(desk, `known failures at the base, nobody is asked to mend them: ${finding.failing.join(', ')}`);
    case 'unusable':
      throw bailed(desk, finding.class === 'did-not-end' ? 'tests-did-not-end' : 'baseline-red', finding.reason);
  }
}

/** What the list says besides what an earlier execution handed over: a step stands in one of the two. */
function declareTests(desk: Desk, found: RunState['declaredRed']): void {
  const { declaredRed } = desk.state;
  const more = found.filter(({ step }) => declaredRed.every((one) => one.step !== step));
  desk.state = { ...desk.state, declaredRed: [...more, ...declaredRed].slice(-50) };
}

/** Failing tests that are committed for a task to come (C-27). */
function areDeclared({ state: { declaredRed } }: Desk, failing: readonly string[]): boolean {
  const declared = new Set(declaredRed.flatMap(({ testIds, testFiles }) => [...testIds, ...testFiles]));
  return failing.every((id) => declared.has(id));
}
