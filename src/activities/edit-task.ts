import type { DevelopInput } from '../contract/activities.js';
import type { DebuggerBrief, DeveloperBrief } from '../domain/leaf/briefs.js';
import { greenTargets } from '../domain/leaf/green-targets.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { debuggerPrompt } from '../prompts/debugger.js';
import { developerPrompt } from '../prompts/developer.js';
import { characteriseAnswerSchema, debuggerAnswerSchema, developerAnswerSchema } from '../prompts/schemas.js';
import { projectInstructions } from './instructions.js';
import { briefUnder, offeredPaths } from './isolation.js';
import type { LeafTask } from './leaf.js';
import { originKey, type Run } from './run-facts.js';
import { isTestFile } from './test-files.js';
import type { Tools } from './tools.js';

/** What of the worker's tools a prompt is made with. */
export type PromptTools = Pick<Tools, 'memory'> & {
  readonly artifacts: Pick<Tools['artifacts'], 'get'>;
  readonly host: Pick<Tools['host'], 'instructions'>;
};

interface EditView {
  /** Files that may change. */
  readonly wanted: readonly string[] | null;
  readonly signatures: string | null;
}

const diffBytes = 32_000;
const mostFailures = 6;
const failureChars = 8_000;

/** What an editing leaf is asked, and by whom it is answered. */
export async function editTask(
  tools: PromptTools,
  run: Run,
  input: DevelopInput,
  view: EditView,
): Promise<Pick<LeafTask, 'name' | 'tier' | 'prompt' | 'schema'>> {
  const { phase } = input.label;
  if (input.role === 'developer') {
    const prompt = developerPrompt(briefUnder(run, input, await developerBrief(tools, run, input, view)));
    const schema = input.step.shape === 'characterise' ? characteriseAnswerSchema : developerAnswerSchema;
    return { name: `develop-${phase}`, tier: 'standard', prompt, schema };
  }
  const prompt = debuggerPrompt(await debuggerBrief(tools, run, input, view));
  return { name: `debug-${phase}`, tier: 'strong', prompt, schema: debuggerAnswerSchema };
}

async function developerBrief(
  tools: PromptTools,
  run: Run,
  input: DevelopInput,
  view: EditView,
): Promise<DeveloperBrief> {
  const code = (view.wanted ?? []).filter((path) => !isTestFile(run, path));
  return {
    ...(await commonBrief(tools, run, input, view)),
    ...shapeOf(input),
    testCommand: commandLine(run.facts.testCommand),
    feedback: input.feedback,
    offeredTest: await offeredTest(run, input),
    signatures: view.signatures,
    newTests: input.step.tests ?? 1,
    specs: Object.entries(run.facts.checks.specs).map(([source, spec]) => `${source} -> ${spec}`),
    targets: input.phase === 'green' ? greenTargets(code, input.frozen) : [],
    scopeCheck: run.facts.discipline.scopeCheck,
    findings: input.findings,
  };
}

/** The refactoring after a behaviour, and a critic's mend, are none of the task's own shape. */
function shapeOf({ step: { shape } }: DevelopInput): Pick<DeveloperBrief, 'shape'> {
  return shape === undefined ? {} : { shape };
}

/** All that was tried, and all that it failed with, letter for letter (R-004-30, R-004-31). */
async function debuggerBrief(
  tools: PromptTools,
  run: Run,
  input: DevelopInput,
  view: EditView,
): Promise<DebuggerBrief> {
  const failures = input.failures.length === 0 ? input.feedback : input.failures;
  return {
    ...(await commonBrief(tools, run, input, view)),
    diff: input.base === input.from ? '' : await run.repository.diffText(input.base, input.from, diffBytes),
    failures: failures.slice(-mostFailures).map((text) => text.slice(0, failureChars)),
  };
}

type CommonBrief = Pick<DeveloperBrief, keyof DeveloperBrief & keyof DebuggerBrief>;

async function commonBrief(
  tools: PromptTools,
  run: Run,
  input: DevelopInput,
  { wanted }: EditView,
): Promise<CommonBrief> {
  return {
    phase: input.phase,
    issue: { title: run.facts.title, body: await tools.artifacts.get(run.key, run.facts.body) },
    criterion: input.criterion,
    step: { id: input.step.id, title: input.step.title },
    files: wanted,
    redTests: input.redTests,
    gear: input.gear,
    gearWhy: input.gearWhy ?? '',
    answers: input.answers.map(({ question, text }) => ({ question, answer: text })),
    memory: await tools.memory.recall(originKey(run)),
    instructions: await projectInstructions(tools, run, wanted ?? []),
  };
}

async function offeredTest(run: Run, input: DevelopInput): Promise<string | null> {
  if (input.offered === null) return null;
  const attempt = await run.repository.attempt(input.offered);
  if (attempt === null) return null;
  const paths = await offeredPaths(run, input, { base: input.base, attempt });
  return run.repository.diffText(input.base, attempt, diffBytes, paths);
}
