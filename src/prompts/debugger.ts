import type { DebuggerBrief } from '../domain/leaf/briefs.js';
import { gearPart, gearRule } from './gear-part.js';
import { fenced } from '../domain/sanitise.js';
import { rememberWords } from './answer-words.js';
import {
  answerPart,
  answersPart,
  compose,
  data,
  dataList,
  dataRule,
  instructionsPart,
  issuePart,
  memoryPart,
  rules,
} from './parts.js';

/** Asks a fresh session on a stronger model why two edits did not go green (R-001-14, R-001-15, R-004-30, R-004-31). */
export function debuggerPrompt(brief: DebuggerBrief): string {
  return compose([
    'You are the debugger. Others tried to make the tests below pass, and failed. Find out why, show it, and mend it.',
    dataRule,
    rules('Rules', [
      'First the root cause: run the tests with the command in the environment variable PAWL_TEST_CMD, read the code, try things out. Do not edit on a guess.',
      'The folder holds the last edit as it is. Keep of it what is right and take back what is wrong.',
      'Then the least change that removes the cause: nothing that no test asks for, no unrelated fixes, no clean-up.',
      `${brief.files === null ? 'The task names no files: change as few as it takes.' : 'Only the files listed below may change.'} Never touch a test, its fixtures or the configuration of the test runner.`,
      'No special case for the values of the test: the behaviour has to hold for all others too. No sleep or retry that hides a cause.',
      'All tests must pass, every time: the red ones and all that passed before.',
      gearRule(brief.gear),
      'Pawl takes the files as you leave them and measures everything itself. Do not commit, push or switch branches. Start nothing that outlives you.',
      'When only a person can decide how to go on, change nothing more and answer "needs-user" with the whole question.',
    ]),
    data(`Step ${brief.step.id}`, brief.step.title),
    data('Acceptance criterion it serves', brief.criterion),
    brief.files === null ? null : dataList('Files that may change', brief.files),
    dataList('Tests that have to pass', brief.redTests),
    failuresPart(brief.failures),
    brief.diff === '' ? null : data('What was changed so far, and does not work', brief.diff, 'diff'),
    gearPart(brief.gearWhy ?? ''),
    issuePart(brief.issue),
    instructionsPart(brief.instructions),
    memoryPart(brief.memory),
    answersPart(brief.answers),
    answerPart(
      [
        'One JSON object: "status" is "done" or "needs-user"; "note" is one or two sentences, or the question. ' +
          '"rootCause" says why the tests failed, "evidence" what you ran or read that shows it: without both, the attempt ' +
          `has failed, whatever it changed. ${rememberWords}`,
      ],
      ['{"status":"done","note":"…","rootCause":"…","evidence":"…","remember":[]}'],
    ),
  ]);
}

function failuresPart(failures: readonly string[]): string | null {
  if (failures.length === 0) return null;
  return ['## What each edit failed with, oldest first', ...failures.map((text) => fenced(text, 'text'))].join('\n');
}
