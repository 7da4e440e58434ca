import type { GateView, StatusView } from '../../contract/views.js';
import { shellQuote } from '../../domain/evidence/test-command.js';
import type { Paint } from './colour.js';
import { diffLines, outputLines } from './gate-lines.js';
import { plainLine } from './plain.js';
import { wrapped } from './wrap.js';

/** What the gate is told about besides the test itself: the run's status has it. */
export type GatePlace = Pick<StatusView, 'step' | 'testCommand'>;

/** The test as a person sees it at the gate: files, text, its red output, where its copy lies, and the hash. */
export function gateText(gate: GateView, place: GatePlace, paint: Paint): string {
  return [
    '',
    paint.strong(wrapped(heading(gate, place))),
    gate.asks === 'commit'
      ? 'This test waits for you: it fails as it should; approving commits it, and there is nothing to implement.'
      : 'This test waits for you: it fails as it should, and nothing is implemented yet.',
    wrapped(`files: ${gate.files.map(plainLine).join(', ')}`),
    '',
    diffLines(gate.test, paint),
    '',
    paint.strong('Its output:'),
    outputLines(gate.redOutput, paint),
    '',
    ...copyLines(gate, place, paint),
    `test hash: ${paint.strong(gate.testHash)}`,
  ].join('\n');
}

function heading(gate: GateView, { step }: GatePlace): string {
  if (step === null) return `Step ${gate.step}`;
  return `Step ${gate.step}: ${plainLine(step.title)} (criterion ${step.criterion})`;
}

function copyLines({ review, refusedEdit }: GateView, { testCommand }: GatePlace, paint: Paint): readonly string[] {
  if (review === null) return [];
  const refused =
    refusedEdit === null
      ? []
      : [
          paint.warn('The edited copy was refused, and lies there as it was left:'),
          wrapped(plainLine(refusedEdit), '  '),
        ];
  const run =
    testCommand === null ? [] : [`  try it: cd ${plainLine(shellQuote(review))} && ${plainLine(testCommand)}`];
  return [
    ...refused,
    'A copy to read, try and edit (only this test may change in it):',
    `  ${plainLine(review)}`,
    ...run,
    paint.faint('  installed dependencies are not in it; what you install there is left out again'),
  ];
}

export function approveCommand(workflowId: string, gate: GateView): string {
  return `pawl approve ${workflowId} --test ${gate.testHash.slice(0, 12)}`;
}

/** The same for what a person made of the review copy. */
export function approveEditedCommand(workflowId: string, gate: GateView): string {
  return `${approveCommand(workflowId, gate)} --edited`;
}

/** What to type when nobody can be asked. */
export function gateCommands(workflowId: string, gate: GateView): string {
  const edited = gate.review === null ? [] : [`  edited copy: ${approveEditedCommand(workflowId, gate)}`];
  return [
    `${workflowId} waits at step ${gate.step}`,
    wrapped(`for a person to look at its test (${gate.files.map(plainLine).join(', ')}).`),
    `  see it:      pawl status ${workflowId}`,
    `  approve it:  ${approveCommand(workflowId, gate)}`,
    ...edited,
    `  reject it:   pawl reject ${workflowId} --because "…"`,
    ...(gate.needsPerson === true ? [] : [`  no gates:    pawl gear ${workflowId} review-after --because "…"`]),
  ].join('\n');
}
