import { chooseTestCommand } from '../activities/choose-tests.js';
import type { PromptTools } from '../activities/edit-task.js';
import type { Run } from '../activities/run-facts.js';
import { settingsTestFiles } from '../activities/test-files.js';
import { createMemory } from '../adapters/artifacts/memory.js';
import { createRepositories } from '../adapters/git/repositories.js';
import { createRunners } from '../adapters/runners/runners.js';
import type { Config } from '../config.js';
import { Facts } from '../contract/run-facts.js';
import { noChecks } from '../domain/checks/checks.js';
import type { TestReport } from '../domain/evidence/evidence.js';
import type { Ledger } from '../domain/plan/plan.js';
import { disciplineRules } from '../domain/run/discipline.js';
import type { ArtifactRef } from '../domain/run/references.js';
import type { TestCommand } from '../ports/test-runner.js';
import { ledgerTitle, parseLedger, renderLedger } from '../texts/ledger.js';
import { LedgerError } from '../texts/ledger-error.js';
import { notYet } from './not-yet.js';
import type { Inspection, InspectWish } from './inspect.js';

/** A run as an activity would open it, before there is one: what nobody can know yet is a marked word. */
export interface PreviewRun {
  readonly run: Run;
  readonly tools: PromptTools;
  readonly ledger: Ledger;
  /** The ledger is that of the branch; else it is made up, and no step of it is known. */
  readonly hasPlan: boolean;
  /** Commit that the next leaf would start from. */
  readonly tip: string;
  /** Stands for what Pawl will have measured. */
  readonly evidence: ArtifactRef;
}

const body: ArtifactRef = { sha256: 'body', bytes: 0 };
const evidence: ArtifactRef = { sha256: 'evidence', bytes: 0 };

/** Words by which the places are found where a prompt shows what a run measures or changes. */
export const standIns = {
  diff: 'diff --git a/unknown b/unknown\nnot known before the run',
  report: {
    ...{ runner: 'not known before the run', end: 'exited', exitCode: 0, tests: [], fileFailures: [] },
    ...{ problem: null, durationMs: 0 },
  } satisfies TestReport,
};

/** @throws Error with a sentence when source or base can't be read, which `pawl inspect` without --prompt tells more of */
export async function previewRun(config: Config, wish: InspectWish, found: Inspection): Promise<PreviewRun> {
  const { survey, base, branch, branchTip, ledger: ledgerPath, rules } = found;
  const issue = survey?.reading.kind === 'ok' ? survey.reading.issue : null;
  if (issue === null || base === null || branch === null || rules === null)
    throw new Error(found.problems.map(({ message }) => message).join('\n') || 'the source can not be read');
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
  const origin = await all.inspect(wish.origin);
  const repository = await all.open(origin);
  const tests = await testsOf(repository, {
    base: base.sha,
    rules,
    flag: wish.testCommand,
    issue: `${issue.title}\n${issue.body}`,
  });
  const facts = factsOf(config, { ...wish, issue, base, branch, ledgerPath, rules, origin, tests });
  const committed = branchTip === null ? null : await repository.readFile(branchTip, ledgerPath);
  const ledger = committed === null ? unplanned(facts) : readLedger(ledgerPath, committed);
  const texts: Readonly<Record<string, string>> = { body: issue.body, evidence: JSON.stringify(standIns.report) };
  return {
    run: {
      key: 'preview',
      facts,
      runner: tests.runner,
      repository: { ...repository, readFile: readingLedger(repository, ledgerPath, ledger) },
    },
    tools: {
      artifacts: { get: (_key, ref) => Promise.resolve(texts[ref.sha256] ?? '') },
      memory: createMemory({ home }),
      host: { instructions: config.instructions },
    },
    ledger,
    hasPlan: committed !== null,
    tip: branchTip ?? base.sha,
    evidence,
  };
}

interface Known {
  readonly issue: { readonly title: string; readonly criteria: readonly string[] };
  readonly issueNumber: number | null;
  readonly base: Facts['base'];
  readonly branch: string;
  readonly ledgerPath: string;
  readonly rules: NonNullable<Inspection['rules']>;
  readonly origin: unknown;
  readonly tests: KnownTests;
}

/** As preflight would have them, but for what no prompt shows. */
function factsOf(config: Config, known: Known): Facts {
  const { issue, issueNumber, base, branch, ledgerPath, rules, origin, tests } = known;
  return Facts.parse({
    ...{ workflowId: 'preview', origin, title: issue.title, issueNumber, body, criteria: issue.criteria },
    ...{ branch, ledgerPath, base, author: { name: '', email: '' }, testCommand: tests.command },
    ...{ setup: [], scenario: null, allowKnownFailures: false },
    extraTestFiles: [...rules.testFiles, ...tests.settings],
    maxFiles: Math.min(config.maxFiles, rules.maxFiles ?? config.maxFiles),
    ...{ leafTimeoutMs: config.leafTimeoutMs, idleTimeoutMs: config.idleTimeoutMs },
    ...{ agent: config.agent, agents: config.roleAgents, checks: { ...noChecks, specs: { ...rules.specs } } },
    discipline: disciplineRules(config.rules, rules.discipline),
  });
}

type KnownTests = Pick<Run, 'runner'> & { readonly command: TestCommand; readonly settings: readonly string[] };

interface TestsWish {
  readonly base: string;
  readonly rules: NonNullable<Inspection['rules']>;
  readonly flag: string | null;
  /** It may name the project whose tests are meant. */
  readonly issue: string;
}

/** Where a run would ask for the command, nobody has answered yet; what a test file is can't be told then either. */
async function testsOf(repository: Run['repository'], { base, rules, flag, issue }: TestsWish): Promise<KnownTests> {
  const runners = createRunners();
  const results = { flag: null, pawlJson: rules.results };
  const asked = { flag, pawlJson: rules.test, results, issue };
  const chosen = await chooseTestCommand({ runners }, repository, base, asked).catch(() => null);
  const unknown = { runner: 'node:test', argv: [notYet('the test command')], source: 'detected' } as const;
  const command = chosen ?? unknown;
  const runner = runners.find(({ name }) => name === command.runner);
  if (runner === undefined) throw new Error(`there is no runner "${command.runner}"`);
  const read = (file: string): Promise<string | null> => repository.readFile(base, file);
  return { runner, command, settings: chosen === null ? [] : await settingsTestFiles(runners, chosen, read) };
}

/** What the planner will make is not known; the criteria are. */
function unplanned({ title, issueNumber, base, criteria }: Facts): Ledger {
  const step = { title: notYet('the title that the plan gives the step'), done: false, refactorPending: false };
  const unknown = notYet('the criterion that the plan gives the step');
  return {
    ...{ title: ledgerTitle(title, issueNumber), baseSha: base.sha, criteria: [...criteria, unknown] },
    files: [{ path: notYet('the files of the plan'), isNew: false }],
    steps: [{ id: '1', criterion: criteria.length + 1, ...step }],
  };
}

function readingLedger(
  repository: Run['repository'],
  ledgerPath: string,
  ledger: Ledger,
): Run['repository']['readFile'] {
  return async (treeish, path) => (path === ledgerPath ? renderLedger(ledger) : repository.readFile(treeish, path));
}

function readLedger(path: string, text: string): Ledger {
  try {
    return parseLedger(text);
  } catch (error) {
    if (error instanceof LedgerError) throw new Error(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
