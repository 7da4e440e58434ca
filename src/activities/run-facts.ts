import { Facts } from '../contract/run-facts.js';
import { agentFor } from '../domain/leaf/role-agents.js';
import type { Role } from '../domain/leaf/roles.js';
import type { RunScope } from '../domain/run/references.js';
import type { Repository } from '../ports/repository.js';
import type { TestRunner } from '../ports/test-runner.js';
import { causeFailure } from '../contract/failures.js';
import type { Agent } from '../ports/agent.js';
import type { Tools } from './tools.js';

/** One run as an activity works with it. */
export interface Run {
  readonly key: string;
  readonly facts: Facts;
  readonly repository: Repository;
  readonly runner: TestRunner;
}

/** Opens the run's facts and its trusted repository. */
export async function openRun(tools: Tools, scope: RunScope): Promise<Run> {
  const facts = Facts.parse(JSON.parse(await tools.artifacts.get(scope.key, scope.facts)));
  const repository = await tools.repositories.open(facts.origin);
  const runner = tools.runners.find((candidate) => candidate.name === facts.testCommand.runner);
  if (runner === undefined)
    throw causeFailure('runner-missing', `this worker has no runner "${facts.testCommand.runner}"`);
  return { key: scope.key, facts, repository, runner };
}

/** One name for each origin, by which what belongs to it is kept in Pawl's home: that of its trusted repository's folder. */
export function originKey({ repository }: Pick<Run, 'repository'>): string {
  return repository.path.split(/[\\/]/).at(-2) ?? 'origin';
}

/** The agent that plays this role. */
export async function agentOf(tools: Tools, run: Run, role: Role): Promise<Agent> {
  const { agent, agents, scenario } = run.facts;
  const name = agentFor(role, agent, agents);
  const text = scenario === null ? null : await tools.artifacts.get(run.key, scenario);
  const found = tools.findAgent(name, text);
  if ('agent' in found) return found.agent;
  if ('unknown' in found) throw causeFailure('agent-missing', found.unknown);
  throw causeFailure('agent-config', found.malformed);
}
