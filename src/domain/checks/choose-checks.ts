import type { ChecksOfRun, HookCheck, ToolCheck } from './checks.js';
import { chooseHooks, hookFiles } from './choose-hooks.js';
import { compiledLints } from './compiled-checks.js';
import { nodeLints, nodeTypechecks } from './node-checks.js';
import { pythonLints, pythonTypechecks } from './python-checks.js';
import { found, type CheckSources, type CommandWish, type FoundTools } from './sources.js';

export type ChosenChecks =
  | { readonly kind: 'chosen'; readonly checks: ChecksOfRun; readonly notes: readonly string[] }
  /** pawl.json asks for what is not there. */
  | { readonly kind: 'problem'; readonly message: string };

type Detection = (sources: CheckSources) => FoundTools;

const typechecks: readonly Detection[] = [nodeTypechecks, pythonTypechecks];
const lints: readonly Detection[] = [nodeLints, pythonLints, compiledLints];

/**
 * What is checked before a commit: pawl.json's own command, else what the base commit is set up for, of each language
 * (R-001-16, R-001-25, R-001-26, R19). No question is asked: the repository's own script comes first, and the notes say
 * what was chosen. What is not set up is not run.
 */
export function chooseChecks(sources: CheckSources): ChosenChecks {
  const hooks = chooseHooks(sources);
  if (hooks.kind === 'problem') return hooks;
  const { typecheck, lint } = sources.wishes;
  const parts = [toolsOf('lint', lint, lints, sources), toolsOf('typecheck', typecheck, typechecks, sources)];
  const tools = parts.flatMap((part) => part.tools);
  const notes = [...parts.flatMap((part) => part.notes), ...hooks.notes];
  return {
    kind: 'chosen',
    checks: { tools, hooks: [...hooks.hooks], specs: {} },
    notes: [...summary(tools, hooks.hooks), ...notes],
  };
}

function toolsOf(
  kind: ToolCheck['kind'],
  wish: CommandWish,
  detections: readonly Detection[],
  sources: CheckSources,
): FoundTools {
  if (wish === 'none') return found();
  if (wish !== null) return found({ kind, name: `pawl.json "${kind}"`, argv: [...wish], touched: null });
  const parts = detections.map((detect) => detect(sources));
  return { tools: parts.flatMap(({ tools }) => tools), notes: parts.flatMap(({ notes }) => notes) };
}

function summary(tools: readonly ToolCheck[], hooks: readonly HookCheck[]): readonly string[] {
  if (tools.length + hooks.length === 0) return [];
  const parts = [
    ...tools.map(({ kind, name, touched }) => `${kind} by ${name}${touched === null ? '' : ' on touched files'}`),
    ...hooks.map(({ stage, name }) => `${stage} hook ${name}`),
  ];
  return [`checked before each commit: ${parts.join(', ')}`];
}

const settings: ReadonlySet<string> = new Set([
  ...['package.json', 'tsconfig.json', 'pyproject.toml', 'setup.cfg', 'mypy.ini', '.mypy.ini', 'Cargo.toml'],
]);

/** The files whose texts a detection reads: the top's alone, where the checks run. */
export function checkFiles(files: readonly string[]): readonly string[] {
  const isRequirements = (path: string): boolean => /^[\w.-]*requirements[\w.-]*\.(?:txt|in)$/.test(path);
  return files.filter((path) => settings.has(path) || isRequirements(path) || hookFiles.has(path));
}
