import type { PreflightInput, PreflightReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import type { Facts } from '../contract/run-facts.js';
import { stateFiles } from '../domain/files/state-files.js';
import { kindsOf } from '../domain/checks/checks.js';
import { standardWalls, wallNotes } from '../domain/leaf/wall-rules.js';
import { disciplineRules } from '../domain/run/discipline.js';
import { budgetNotes, budgetsAt } from '../domain/run/resource-budgets.js';
import { branchName, ledgerPath, parseWorkflowId, renderOrigin, sourceName } from '../domain/run/names.js';
import { commandLine } from '../domain/evidence/test-command.js';
import { exitOnly } from '../domain/evidence/test-results.js';
import { readPawlJson, type PawlJson } from '../texts/pawl-json.js';
import type { OriginFacts, Repository } from '../ports/repository.js';
import type { TestCommand } from '../ports/test-runner.js';
import { checksAt } from './check-choice.js';
import { checkAgents } from './check-agents.js';
import { chooseTestCommand } from './choose-tests.js';
import { leafIdPrefix } from './leaf-id.js';
import { checkOrigin, chooseBase, newerBase, originNotes, type Base } from './origin-checks.js';
import { isolationLimits } from './isolation.js';
import { nothingOdd, standingAt } from './provenance.js';
import { asideKeeper, findBranch, type BranchFacts } from './run-branch.js';
import { issueAt, issueOnDisk, type Issue } from './source.js';
import { baseOf, subjectAt } from './subject.js';
import { commitHabits } from './signing.js';
import { settingsTestFiles } from './test-files.js';
import type { Tools } from './tools.js';

const neededBytes = 500 * 1024 * 1024;

/**
 * Everything that can be known before the first leaf is started, in the order in which it costs least; nothing in
 * the origin changes but its `info/exclude` (design 4, R-002-23…25, F34, F53–F55).
 */
export async function preflight(tools: Tools, input: PreflightInput): Promise<PreflightReport> {
  const { source, options } = input;
  const allowed = input.resume?.allowed ?? [];
  await tools.programs.sweep(leafIdPrefix(input.runKey));
  await checkHost(tools);
  const onDisk = await issueOnDisk(tools, source);
  const { agent, roles, notes: cast, silentOnMoney } = await checkAgents(tools, options);
  const walls = tools.host.walls ?? standardWalls;
  const origin = await checkOrigin(tools, source.origin, options);
  const repository = await tools.repositories.open(origin);
  await repository.fetch();
  const issueOf: IssueOf = async (base) => onDisk ?? (await issueAt(repository, source, (await base()).sha));
  const { branch, kind, ledger, found } = await lookForBranch(repository, origin, input, issueOf);
  const base = await baseOf(repository, origin, options.base, found);
  const rules = await pawlJsonAt(repository, base.sha);
  const issue = await issueOf(() => base);
  const subject = await subjectAt(tools, repository, base.sha, { input, issue, labels: rules.labels });
  const at = { sha: base.sha, rules, issue: `${subject.title}\n${subject.body}` };
  const { testCommand, settingsFiles } = await testsAt(tools, repository, at, input);
  const checks = await checksAt(tools, repository, { sha: base.sha, wishes: rules.checks, hooks: origin.hooks });
  // A spec's list came ticked by people, and is frozen for all but Pawl: its ticks are what they say.
  const standing = kind === 'issue' ? await standingAt(repository, found, base.sha, allowed) : nothingOdd;
  const facts: Facts = {
    workflowId: input.workflowId,
    origin: { path: origin.path, gitDir: origin.gitDir },
    ...subject.facts,
    branch,
    ledgerPath: ledger,
    base,
    author: authorOf(origin),
    testCommand: { ...testCommand, argv: [...testCommand.argv] },
    extraTestFiles: [...rules.testFiles, ...settingsFiles],
    ...(await settledBy(tools, input, rules)),
    agents: roles,
    walls,
    checks: { ...checks.checks, specs: { ...rules.specs } },
    discipline: disciplineRules(options, rules.discipline),
    completion: { reopened: [...standing.reopened], evidenced: [...standing.evidenced] },
    allowed,
    ...(await commitHabits(repository, origin, authorOf(origin), at)),
  };
  const newer = await newerBase(repository, base, found.tip);
  const limits = [...isolationLimits(facts.discipline, tools.jail.kind), ...wallNotes(walls)];
  const budgets = budgetsAt(options.budgets, rules.budgets);
  const seen = [cast, budgetNotes(budgets, silentOnMoney), found.notes, newer, subject.notes, originNotes(origin)];
  const all = [seen, checks.notes, standing.notes, limits, tools.jail.note].flat(2);
  await repository.excludeInOrigin(stateFiles);
  return {
    ...reportedFacts(facts),
    kind: options.kind,
    budgets,
    scope: { key: input.runKey, facts: await tools.artifacts.put(input.runKey, JSON.stringify(facts)) },
    plan: await madePlan(repository, input.resume, facts),
    tip: found.tip,
    originTip: found.originTip,
    agent,
    jail: { kind: tools.jail.kind, limits: [...wallNotes(walls), ...tools.jail.limits] },
    pawlVersion: tools.pawlVersion,
    notes: all.filter((note) => note !== ''),
  };
}

type Settled = Pick<
  Facts,
  'setup' | 'maxFiles' | 'leafTimeoutMs' | 'idleTimeoutMs' | 'agent' | 'scenario' | 'allowKnownFailures'
>;

/** What flags and pawl.json settle without a look at the repository. */
async function settledBy(tools: Tools, { options, runKey }: PreflightInput, rules: PawlJson): Promise<Settled> {
  return {
    setup: rules.setup.map((command) => [...command]),
    maxFiles: maxFilesOf(tools, options.maxFiles, rules),
    ...clocksOf(tools, options, rules),
    agent: options.agent,
    scenario: options.scenario === null ? null : await tools.artifacts.put(runKey, options.scenario),
    allowKnownFailures: options.allowKnownFailures,
  };
}

/** The issue on this host's disk, else as it stands at that base; null for a spec. */
type IssueOf = (base: () => Base | Promise<Base>) => Promise<Issue | null>;

interface BranchLook {
  readonly branch: string;
  readonly kind: 'issue' | 'spec';
  readonly ledger: string;
  readonly found: BranchFacts;
}

async function lookForBranch(
  repository: Repository,
  origin: OriginFacts,
  { source, resume, runKey, options }: PreflightInput,
  issueOf: IssueOf,
): Promise<BranchLook> {
  const name = sourceName(source);
  // Which base counts is told by the branch; until then it is the one that a first start takes.
  const title = async (): Promise<string> =>
    (await issueOf(() => chooseBase(repository, origin, options.base, null)))?.title ?? '';
  const branch = resume?.branch ?? branchName(name, name.kind === 'issue' ? await title() : '');
  const kind = source.kind === 'spec' ? 'spec' : 'issue';
  const ledger = ledgerPath(name, source.folder);
  const setAside = resume === null ? null : asideKeeper(repository, runKey, authorOf(origin));
  return { branch, kind, ledger, found: await findBranch(repository, { branch, ledgerPath: ledger, kind, setAside }) };
}

type ReportedFacts = Pick<
  PreflightReport,
  | ('title' | 'repo' | 'branch' | 'ledgerPath' | 'base' | 'body' | 'testCommand' | 'exitOnly')
  | ('leafTimeoutMs' | 'idleTimeoutMs' | 'discipline' | 'checks')
>;

/** What of the facts the workflow and its queries need. */
function reportedFacts(facts: Facts): ReportedFacts {
  const { title, branch, base, leafTimeoutMs, idleTimeoutMs, discipline } = facts;
  return {
    ...{ title, branch, base, leafTimeoutMs, idleTimeoutMs, discipline },
    repo: repositoryOf(facts.workflowId),
    ledgerPath: facts.ledgerPath,
    body: facts.body.sha256,
    testCommand: commandLine(facts.testCommand),
    exitOnly: facts.testCommand.results === exitOnly,
    ...(facts.spec === undefined ? {} : { isSpec: true }),
    checks: kindsOf(facts.checks),
  };
}

function repositoryOf(workflowId: string): string {
  const parsed = parseWorkflowId(workflowId);
  return parsed === null ? 'unknown' : renderOrigin(parsed.origin);
}

/** How tests are run at the base, and what the runner's own settings call a test file there. */
async function testsAt(
  tools: Tools,
  repository: Repository,
  { sha, rules, issue }: { readonly sha: string; readonly rules: PawlJson; readonly issue: string },
  { options, answers }: PreflightInput,
): Promise<{ testCommand: TestCommand; settingsFiles: readonly string[] }> {
  const testCommand = await chooseTestCommand(tools, repository, sha, {
    flag: options.testCommand,
    pawlJson: rules.test,
    results: { flag: options.testResults, pawlJson: rules.results },
    answer: answers.at(-1)?.text ?? null,
    issue,
  });
  const settingsFiles = await settingsTestFiles(tools.runners, testCommand, (path) => repository.readFile(sha, path));
  return { testCommand, settingsFiles };
}

/** A plan of `--plan-only` holds while source and base are what they were and its tree is still kept. */
async function madePlan(
  repository: Repository,
  resume: PreflightInput['resume'],
  { base, body }: Facts,
): Promise<PreflightReport['plan']> {
  const plan = resume?.plan ?? null;
  if (plan === null || plan.base !== base.sha || plan.body !== body.sha256) return null;
  const tree = await repository.attempt(plan.ref);
  return tree === plan.tree ? { tree, total: plan.total } : null;
}

async function checkHost(tools: Tools): Promise<void> {
  if (tools.jail.problem !== null) throw causeFailure('jail-missing', tools.jail.problem);
  const free = await tools.folders.freeBytes();
  if (free < neededBytes) {
    const mib = (bytes: number): number => Math.floor(bytes / 1_048_576);
    throw causeFailure('disk-full', `${mib(free)} MiB are free in Pawl's home; a run needs ${mib(neededBytes)}`);
  }
}

async function pawlJsonAt(repository: Repository, base: string): Promise<PawlJson> {
  const read = readPawlJson(await repository.readFile(base, 'pawl.json'));
  if (read.kind === 'problem') throw causeFailure('unsupported-repository', `pawl.json at the base: ${read.message}`);
  return read.rules;
}

export function authorOf(origin: OriginFacts): Facts['author'] {
  if (origin.author !== null) return origin.author;
  throw causeFailure(
    'unsupported-repository',
    `${origin.path} has no author for commits; expected user.name and user.email, for example: git config user.email you@example.org`,
  );
}

function clocksOf(
  tools: Tools,
  options: PreflightInput['options'],
  rules: PawlJson,
): Pick<Facts, 'leafTimeoutMs' | 'idleTimeoutMs'> {
  return {
    leafTimeoutMs: lowest(options.leafTimeoutMs ?? tools.host.leafTimeoutMs, rules.leafTimeoutMs),
    idleTimeoutMs: lowest(options.idleTimeoutMs ?? tools.host.idleTimeoutMs, rules.idleTimeoutMs),
  };
}

/** pawl.json may only tighten what the operator allows (design 3). */
function maxFilesOf(tools: Tools, asked: number | null, rules: PawlJson): number {
  return lowest(asked ?? tools.host.maxFiles, rules.maxFiles);
}

function lowest(value: number, cap: number | null): number {
  return cap === null ? value : Math.min(value, cap);
}
