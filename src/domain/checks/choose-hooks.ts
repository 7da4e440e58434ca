import { HookStage, type HookCheck } from './checks.js';
import { problemText } from '../feedback.js';
import { jsonOf, readPackage } from './package-facts.js';
import type { CheckSources, FoundHooks } from './sources.js';

type ChosenHooks = ({ readonly kind: 'chosen' } & FoundHooks) | { readonly kind: 'problem'; readonly message: string };

const preCommitConfig = '.pre-commit-config.yaml';
const lefthookFiles = ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'];
const simpleHooks = '.simple-git-hooks.json';

/** Files of hook managers, whose texts are read. */
export const hookFiles: ReadonlySet<string> = new Set([
  preCommitConfig,
  ...lefthookFiles,
  simpleHooks,
  '.overcommit.yml',
]);

/**
 * The repository's pre-commit and commit-msg hooks, of every manager that the base commit is set up for: more than git
 * would start is stricter, less would be a way around (R19). A person's untracked hooks are not the repository's and
 * have no base commit: they are named, not run.
 */
export function chooseHooks(sources: CheckSources): ChosenHooks {
  const { checkout, wishes, files } = sources;
  const folders = [...new Set([checkout.path, wishes.hooks].flatMap(plainFolder))].filter((path) => !isHusky(path));
  const parts = [huskyHooks(sources), ...folders.map((folder) => folderHooks(folder, sources)), ...managers(sources)];
  const hooks = parts.flatMap((part) => part.hooks);
  const missing =
    wishes.hooks !== null && !HookStage.options.some((stage) => files.includes(`${wishes.hooks}/${stage}`));
  if (missing) {
    const what = `pawl.json names "${wishes.hooks}" as its hooks, and no pre-commit or commit-msg lies there at the base`;
    return {
      kind: 'problem',
      message: problemText({ what, expected: 'a folder with one of them', example: '{"hooks":".githooks"}' }),
    };
  }
  const order = (hook: HookCheck): number => HookStage.options.indexOf(hook.stage);
  return {
    kind: 'chosen',
    hooks: [...hooks].sort((a, b) => order(a) - order(b)),
    notes: [...parts.flatMap((part) => part.notes), ...untrackedNotes(sources, hooks)],
  };
}

function plainFolder(path: string | null): readonly string[] {
  return path === null ? [] : [path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')];
}

function isHusky(folder: string): boolean {
  return folder === '.husky' || folder === '.husky/_';
}

function huskyHooks({ files }: CheckSources): FoundHooks {
  const stages = HookStage.options.filter((stage) => files.includes(`.husky/${stage}`));
  const hooks = stages.map((stage): HookCheck => {
    const name = `.husky/${stage}`;
    return { stage, name, argv: ['sh', '-e', name], own: ['.husky'], husky: true };
  });
  return { hooks, notes: [] };
}

function folderHooks(folder: string, { files, programs }: CheckSources): FoundHooks {
  const there = HookStage.options.filter((stage) => files.includes(`${folder}/${stage}`));
  const hooks = there
    .filter((stage) => programs.has(`${folder}/${stage}`))
    .map((stage): HookCheck => {
      const name = `${folder}/${stage}`;
      // By a shell, so that a program without a first line for its interpreter starts as git would start it.
      return { stage, name, argv: ['sh', '-c', 'exec "$0" "$@"', `./${name}`], own: [folder], husky: false };
    });
  const asleep = there.filter((stage) => !programs.has(`${folder}/${stage}`));
  const notes = asleep.map(
    (stage) => `${folder}/${stage} is not executable at the base: git starts no such hook, and neither does Pawl`,
  );
  return { hooks, notes };
}

/** Managers that write a hook of theirs into `.git/hooks`: what they would start is started instead. */
function managers({ files, texts }: CheckSources): readonly FoundHooks[] {
  const lefthook = lefthookFiles.find((path) => files.includes(path));
  return [
    files.includes(preCommitConfig) ? preCommit(texts.get(preCommitConfig) ?? '') : none,
    lefthook === undefined ? none : stagesIn(lefthook, texts.get(lefthook) ?? ''),
    ...inJson(texts),
    files.includes('.overcommit.yml')
      ? { hooks: [], notes: ['overcommit sets up hooks here, and this version can not run them'] }
      : none,
  ];
}

const none: FoundHooks = { hooks: [], notes: [] };

function preCommit(text: string): FoundHooks {
  const own = [preCommitConfig];
  const run = ['pre-commit', 'run', '--color', 'never'];
  const first: HookCheck = { stage: 'pre-commit', name: 'pre-commit', argv: run, own, husky: false };
  if (!text.includes('commit-msg')) return { hooks: [first], notes: [] };
  const argv = [...run, '--hook-stage', 'commit-msg', '--commit-msg-filename'];
  return { hooks: [first, { stage: 'commit-msg', name: 'pre-commit', argv, own, husky: false }], notes: [] };
}

function stagesIn(file: string, text: string): FoundHooks {
  const stages = HookStage.options.filter((stage) => new RegExp(`^${stage}\\s*:`, 'm').test(text));
  const hooks = stages.map((stage): HookCheck => {
    return { stage, name: 'lefthook', argv: ['lefthook', 'run', stage], own: [file], husky: false };
  });
  return { hooks, notes: [] };
}

/** Command lines by the name of their hook, in package.json or a file of their own. */
function inJson(texts: ReadonlyMap<string, string>): readonly FoundHooks[] {
  const fields = readPackage(texts.get('package.json'))?.fields ?? {};
  const sections: readonly (readonly [string, unknown])[] = [
    ['simple-git-hooks', fields['simple-git-hooks'] ?? jsonOf(texts.get(simpleHooks))],
    ['gitHooks', fields['gitHooks']],
    ['husky.hooks', fieldsOf(fields['husky'])['hooks']],
  ];
  return sections.map(([name, section]) => {
    const lines = fieldsOf(section);
    const hooks = HookStage.options.flatMap((stage): HookCheck[] => {
      const line = lines[stage];
      if (typeof line !== 'string' || line.trim() === '') return [];
      // Older managers hand the arguments on by variable.
      const script = `HUSKY_GIT_PARAMS="$*" GIT_PARAMS="$*"; export HUSKY_GIT_PARAMS GIT_PARAMS\n${line}`;
      return [{ stage, name: `${name} ${stage}`, argv: ['sh', '-c', script, stage], own: [], husky: false }];
    });
    return { hooks, notes: [] };
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Where the repository has a hook of the same kind, the untracked one is what its manager left there. */
function untrackedNotes({ checkout }: CheckSources, hooks: readonly HookCheck[]): readonly string[] {
  const alone = checkout.untracked.filter((path) => !hooks.some(({ stage }) => path.endsWith(`/${stage}`)));
  if (alone.length === 0) return [];
  const mend =
    'to have it run, commit it, for example as .githooks/pre-commit, and name the folder as "hooks" in pawl.json';
  return [
    `${alone.join(' and ')} of this checkout is no part of the repository and is not run on Pawl's commits; ${mend}`,
  ];
}
