import { chooseTestCommand, detectCommands } from '../activities/choose-tests.js';
import { chooseBase, originNotes, refuseUnfit, type Base } from '../activities/origin-checks.js';
import { authorOf } from '../activities/preflight.js';
import { foreignBranch, settle } from '../activities/run-branch.js';
import { createRepositories } from '../adapters/git/repositories.js';
import { createRunners } from '../adapters/runners/runners.js';
import { createToolchains } from '../adapters/toolchains/toolchains.js';
import { localFileTracker } from '../adapters/trackers/local-file.js';
import type { Config } from '../config.js';
import { Cause } from '../domain/run/causes.js';
import { branchName, ledgerPath, sourceName } from '../domain/run/names.js';
import { decidingFiles } from '../domain/setup/manifests.js';
import { setupRecipe } from '../domain/setup/recipe.js';
import { filesIn } from '../domain/evidence/projects.js';
import { commandLine, showTestCommand } from '../domain/evidence/test-command.js';
import type { Repository } from '../ports/repository.js';
import { maxIssueBytes } from '../texts/decode.js';
import { surveyIssue, type IssueSurvey } from '../texts/issue-survey.js';
import { readPawlJson, type PawlJson } from '../texts/pawl-json.js';

export interface InspectWish {
  readonly origin: string;
  readonly file: string;
  readonly slug: string;
  readonly issueNumber: number | null;
  readonly base: string | null;
  readonly testCommand: string | null;
  readonly allowDirty: boolean;
}

/** Why a run would bail at preflight. */
export interface InspectProblem {
  readonly cause: Cause;
  readonly message: string;
}

export interface Inspection {
  readonly survey: IssueSurvey | null;
  readonly base: Base | null;
  /** Null without a title. */
  readonly branch: string | null;
  /** The branch is there already: a run goes on from it. */
  readonly branchTip: string | null;
  readonly ledger: string;
  /** The one a run would take; null when it would ask or bail. */
  readonly testCommand: { readonly line: string; readonly runner: string; readonly source: string } | null;
  /** What is detected at the base, whether or not it is taken. */
  readonly candidates: readonly string[];
  readonly setup: { readonly commands: readonly string[]; readonly why: string } | null;
  readonly rules: PawlJson | null;
  readonly problems: readonly InspectProblem[];
  readonly notes: readonly string[];
}

/**
 * What preflight would find, by its own functions, but to the end and not to the first problem. Changes nothing in
 * the origin; Pawl's own copy of it is brought up to date.
 */
export async function inspectSource(config: Config, wish: InspectWish): Promise<Inspection> {
  const problems: InspectProblem[] = [];
  const attempt = <T>(act: () => Promise<T>): Promise<T | null> => unlessProblem(problems, act);
  const survey = await attempt(() => surveyFile(wish.file));
  if (survey?.reading.kind === 'problem') {
    const { cause, message } = survey.reading;
    problems.push({ cause, message });
  }
  const name = sourceName(wish);
  const ledger = ledgerPath(name);
  const title = survey?.reading.kind === 'ok' ? survey.reading.issue.title : null;
  const branch = title === null ? null : branchName(name, title);
  const found = await attempt(() => lookAtOrigin(config, wish, problems));
  const nothing = { base: null, branchTip: null, testCommand: null, candidates: [], setup: null, rules: null };
  const seen =
    found === null
      ? nothing
      : await lookAtBase(config, wish, { ...found, branch, ledger, issue: wordsOf(survey) }, attempt);
  return { survey, branch, ledger, ...seen, problems, notes: found === null ? [] : notesOf(found.facts, wish) };
}

/** What stands in the way of a run is no note. */
function notesOf(facts: Facts, { allowDirty }: InspectWish): readonly string[] {
  return originNotes(allowDirty ? facts : { ...facts, trackedChanges: [] });
}

async function surveyFile(file: string): Promise<IssueSurvey> {
  const found = await localFileTracker.read(file, maxIssueBytes);
  if (found.kind === 'found') return surveyIssue(found.bytes, found.name);
  throw Object.assign(new Error(found.why), { type: 'source-unusable' });
}

type Facts = Parameters<typeof refuseUnfit>[0];

interface FoundOrigin {
  readonly facts: Facts;
  /** Null where Pawl can't read it at all. */
  readonly repository: Repository | null;
}

async function lookAtOrigin(config: Config, wish: InspectWish, problems: InspectProblem[]): Promise<FoundOrigin> {
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
  const facts = await all.inspect(wish.origin);
  await unlessProblem(problems, async () => refuseUnfit(facts, wish.origin, wish));
  await unlessProblem(problems, async () => authorOf(facts));
  if (facts.unsupported.length > 0 || !facts.hasCommits) return { facts, repository: null };
  const repository = await all.open(facts);
  await repository.fetch();
  return { facts, repository };
}

/** As preflight has them: they may name the project whose tests are meant. */
function wordsOf(survey: IssueSurvey | null): string {
  if (survey?.reading.kind !== 'ok') return '';
  const { title, body } = survey.reading.issue;
  return `${title}\n${body}`;
}

interface Place extends FoundOrigin {
  readonly branch: string | null;
  readonly ledger: string;
  readonly issue: string;
}

type Seen = Pick<Inspection, 'base' | 'branchTip' | 'testCommand' | 'candidates' | 'setup' | 'rules'>;
type Attempt = <T>(act: () => Promise<T>) => Promise<T | null>;

async function lookAtBase(config: Config, wish: InspectWish, place: Place, attempt: Attempt): Promise<Seen> {
  const { facts, repository, branch, ledger, issue } = place;
  const nothing: Seen = { base: null, branchTip: null, testCommand: null, candidates: [], setup: null, rules: null };
  if (repository === null) return nothing;
  const branchTip = branch === null ? null : await attempt(() => tipOf(repository, branch, ledger));
  const base = await attempt(() => chooseBase(repository, facts, wish.base, null));
  if (base === null) return { ...nothing, branchTip };
  const rules = await attempt(async () => {
    const read = readPawlJson(await repository.readFile(base.sha, 'pawl.json'));
    if (read.kind === 'ok') return read.rules;
    throw Object.assign(new Error(`pawl.json at the base: ${read.message}`), { type: 'unsupported-repository' });
  });
  const files = await repository.listFiles(base.sha);
  const read: ReadFile = (path) => repository.readFile(base.sha, path);
  const runners = createRunners();
  const detected = await detectCommands({ runners }, files, read, issue);
  const asked = { ...commandWish(wish, rules), issue };
  const command = await attempt(() => chooseTestCommand({ runners }, repository, base.sha, asked));
  return {
    base,
    branchTip,
    testCommand:
      command === null ? null : { line: commandLine(command), runner: command.runner, source: command.source },
    candidates: detected.map(commandLine),
    setup: await setupOf(config, { named: rules?.setup ?? [], files, folder: command?.folder ?? '' }, read),
    rules,
  };
}

function commandWish(wish: InspectWish, rules: PawlJson | null): Parameters<typeof chooseTestCommand>[3] {
  const results = { flag: null, pawlJson: rules?.results ?? null };
  return { flag: wish.testCommand, pawlJson: rules?.test ?? null, results };
}

/** Where a run would go on. @throws `branch-moved` for a branch that is not Pawl's, or went two ways */
async function tipOf(repository: Repository, branch: string, ledger: string): Promise<string | null> {
  const [ours, theirs] = [await repository.branchTip(branch), await repository.originTip(branch)];
  const { tip, parted, note } = await settle(repository, branch, ours, theirs);
  const bail = (message: string): Error => Object.assign(new Error(message), { type: 'branch-moved' });
  if (tip !== null && parted) throw bail(note ?? `${branch} went two ways`);
  if (tip !== null && (await repository.readFile(tip, ledger)) === null) throw bail(foreignBranch(branch, ledger));
  return tip;
}

interface SetupPlace {
  readonly named: PawlJson['setup'];
  readonly files: readonly string[];
  /** Of the project whose tests are run: the top when it is empty. */
  readonly folder: string;
}

/** Of the top, else of the one project whose tests are run: as the activity chooses. */
async function setupOf(config: Config, place: SetupPlace, read: ReadFile): Promise<Inspection['setup']> {
  const atTop = await recipeIn(config, { ...place, folder: '' }, read);
  const recipe = atTop !== null || place.folder === '' ? atTop : await recipeIn(config, place, read);
  return recipe === null ? null : { commands: recipe.commands.map(showTestCommand), why: recipe.why };
}

type ReadFile = (path: string) => Promise<string | null>;

async function recipeIn(
  config: Config,
  { named, files, folder }: SetupPlace,
  read: ReadFile,
): Promise<ReturnType<typeof setupRecipe>> {
  const own = filesIn(folder, files);
  const texts = new Map<string, string>();
  for (const path of named.length > 0 ? [] : decidingFiles(own)) {
    const text = await read(folder === '' ? path : `${folder}/${path}`);
    if (text !== null) texts.set(path, text);
  }
  const toolchains = createToolchains({ searchPath: config.path, home: config.userHome, env: config.agents.env });
  return setupRecipe(named, { files: own, texts, hasProgram: (name) => toolchains.has(name) });
}

/** A failure with a cause is a finding here; whatever else is thrown goes on up. */
async function unlessProblem<T>(problems: InspectProblem[], act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    const cause = Cause.safeParse(error instanceof Error && 'type' in error ? error.type : null);
    if (!cause.success || !(error instanceof Error)) throw error;
    problems.push({ cause: cause.data, message: error.message });
    return null;
  }
}
