import type { DeveloperBrief } from '../domain/leaf/briefs.js';
import type { CriticFinding } from '../domain/review/critique.js';
import { scopeLimits } from '../domain/run/discipline.js';
import { fenced } from '../domain/sanitise.js';
import { rememberWords } from './answer-words.js';
import {
  answerPart,
  answersPart,
  compose,
  data,
  dataList,
  dataRule,
  feedbackPart,
  instructionsPart,
  issuePart,
  memoryPart,
  rules,
} from './parts.js';
import { gearPart, gearRule } from './gear-part.js';
import { mendRules, phaseRules } from './phase-rules.js';

/** Asks for one phase of one step. The test command comes by the environment, not in here (R-002-57). */
export function developerPrompt(brief: DeveloperBrief): string {
  const phase = brief.findings.length === 0 ? phaseRules(brief) : mendRules;
  return compose([
    `You are the developer for one phase of one step of test-driven development.\n${phase.task}`,
    dataRule,
    rules('Rules of this phase', [...phase.rules, ...scopeRules(brief)]),
    rules('Rules of every phase', [
      placeRule(brief.files),
      'Run the tests with the command in the environment variable PAWL_TEST_CMD.',
      'Pawl takes the files as you leave them and measures everything itself. Do not commit, push or switch branches.',
      'Start nothing that outlives you. End when the work of this phase is done; do not go on to the next.',
      gearRule(brief.gear),
      'When only a person can decide how to go on, change nothing more and answer "needs-user" with the whole question.',
    ]),
    data(`Step ${brief.step.id}`, brief.step.title),
    data('Acceptance criterion it serves', brief.criterion),
    brief.phase === 'red' ? dataList('Test file that a source file of this repository must have', brief.specs) : null,
    findingsPart(brief.findings),
    brief.files === null ? null : dataList('Files that may change', brief.files),
    brief.phase === 'green' ? dataList('Red tests to turn green', brief.redTests) : null,
    brief.phase === 'green' ? dataList('Change this, and nothing else unless it must be', brief.targets) : null,
    signaturesPart(brief.signatures ?? null),
    gearPart(brief.gearWhy ?? ''),
    issuePart(brief.issue),
    brief.offeredTest === null
      ? null
      : data('A test kept from an earlier try; use it if it is right, it is not applied', brief.offeredTest, 'diff'),
    instructionsPart(brief.instructions),
    memoryPart(brief.memory),
    answersPart(brief.answers),
    feedbackPart('Your last attempt was sent back. Mend every one of these', brief.feedback),
    answerPart(answerWords(brief), [exampleOf(brief)]),
  ]);
}

/** A task without a list of files has no gate; the kinds that only a named file may be are refused all the same (C-26). */
export function placeRule(files: DeveloperBrief['files']): string {
  return files === null
    ? 'Work in this folder only. The task names no files: change as few as it takes. Manifests, lockfiles, CI, hooks, settings of the test runner and the task list are refused.'
    : 'Work in this folder only. Only the files listed below may change; any other change is refused.';
}

function exampleOf({ shape }: DeveloperBrief): string {
  return shape === 'characterise'
    ? '{"status":"done","note":"…","remember":[],"mutation":{"path":"src/total.js","from":"a + b","to":"a - b","breaks":"the total is too low"}}'
    : '{"status":"done","note":"…","remember":[]}';
}

function answerWords({ phase, scopeCheck }: DeveloperBrief): readonly string[] {
  const cut = phase === 'green' && scopeCheck === 'enforced';
  const statuses = cut
    ? '"done", "nothing-to-do", "needs-user" or "too-big"'
    : '"done", "nothing-to-do" or "needs-user"';
  const note = cut
    ? '"note" is one or two sentences, or the question, or for "too-big" the one-line title of the smaller piece'
    : '"note" is one or two sentences, or the question';
  return [`One JSON object: "status" is ${statuses}; ${note}. ${rememberWords}`];
}

/** Enforced, not only advised: the leaf has to know before it writes (R-001-10). */
function scopeRules({ phase, scopeCheck }: DeveloperBrief): readonly string[] {
  if (phase !== 'green' || scopeCheck !== 'enforced') return [];
  const { lines, files } = scopeLimits;
  return [
    `Look at the size first: about ${lines} lines, ${files} file, 1 function. More is refused.`,
    'When the step needs more, write nothing: answer "too-big", and give as "note" the title of one smaller behaviour ' +
      'that can be built and tested on its own first, as a plan would say it. It is done before this step comes again.',
  ];
}

function findingsPart(findings: readonly CriticFinding[]): string | null {
  if (findings.length === 0) return null;
  const lines = findings.map(({ file, text }) => (file === '' ? text : `${file}: ${text}`));
  return ['## Findings to mend', ...lines.map((line) => fenced(line, 'text'))].join('\n');
}

/** Under `isolation: split` a test is written against what can be called, not against how it works (C-9). */
function signaturesPart(signatures: string | null): string | null {
  if (signatures === null) return null;
  const rule =
    'The code is left out of this folder on purpose: write the test from the criterion and these signatures. ' +
    'Do not write any of these files; tests that need them can not pass here, and Pawl runs yours on the whole tree.';
  return `${data('Files left out of this folder, with what can be called in them', signatures)}\n${rule}`;
}
