import type { PreflightInput, PreflightReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import { castOf, type RoleAgents } from '../domain/leaf/role-agents.js';
import { unplayableRoles } from '../domain/leaf/playable-roles.js';
import type { Role } from '../domain/leaf/roles.js';
import { traitsOf } from '../domain/leaf/jails.js';
import { networkFor, networkKey } from '../domain/leaf/wall-rules.js';
import type { Agent, AgentProbe } from '../ports/agent.js';
import type { Tools } from './tools.js';

/** What of a worker's tools this needs. */
export type AgentTools = Pick<Tools, 'findAgent'> & {
  readonly host: Pick<Tools['host'], 'agents' | 'walls'>;
  /** Left out: what holds the network is not asked. */
  readonly jail?: Pick<Tools['jail'], 'kind'>;
};

export interface CheckedAgents {
  /** The run's own agent, as status and report name it. */
  readonly agent: PreflightReport['agent'];
  /** Of this host's config.json, as far as they play in this run. */
  readonly roles: RoleAgents;
  readonly notes: readonly string[];
  /** Agents that play a role and never tell what their leaves cost. */
  readonly silentOnMoney: readonly string[];
}

/**
 * Every agent that plays a role of this run, before the first leaf (F34).
 * @throws `agent-missing`, `agent-auth`, `agent-config`, with the role that needs it
 */
export async function checkAgents(tools: AgentTools, options: PreflightInput['options']): Promise<CheckedAgents> {
  const roles = options.agent === 'scripted' ? {} : (tools.host.agents ?? {});
  const cast = castOf(options.agent, roles);
  const probed = await Promise.all(cast.map((one) => checkOne(tools, options, one)));
  const [own] = probed;
  if (own === undefined) throw new Error('a run has an agent');
  const others = probed.slice(1).map((one, at) => ({ ...one, plays: cast[at + 1]?.roles ?? [] }));
  const notes = others.map(({ name, version, plays }) => `${rolesText(plays)}: agent ${name} ${version ?? ''}`.trim());
  const silentOnMoney = probed
    .filter((one, at) => !one.tellsMoney && cast[at]?.roles.length !== 0)
    .map(({ name }) => name);
  const { tellsMoney: _, ...agent } = own;
  return { agent, roles, notes, silentOnMoney };
}

interface Player {
  readonly name: string;
  readonly roles: readonly Role[];
}

async function checkOne(
  tools: AgentTools,
  options: PreflightInput['options'],
  { name, roles }: Player,
): Promise<PreflightReport['agent'] & { readonly tellsMoney: boolean }> {
  // The run's own agent is looked at even where others play all of its roles: it is the one that status names.
  const needs = roles.length === 0 || name === options.agent ? '' : ` (for the ${rolesText(roles)})`;
  const found = tools.findAgent(name, options.scenario);
  if ('unknown' in found) throw causeFailure('agent-missing', `${found.unknown}${needs}`);
  if ('malformed' in found) throw causeFailure('agent-config', `${found.malformed}${needs}`);
  const misfit = unplayableRoles(name, found.agent.roles, roles);
  if (misfit !== null) throw causeFailure('agent-config', misfit);
  const cutOff = networkProblem(tools, found.agent, roles);
  if (cutOff !== null) throw causeFailure('agent-config', cutOff);
  const probe = await found.agent.probe();
  if (!probe.usable) throw unusable(probe, name, needs);
  return {
    name: found.agent.name,
    scripted: found.agent.scripted,
    version: probe.version,
    tellsMoney: found.agent.tellsMoney ?? false,
  };
}

function unusable(probe: AgentProbe, name: string, needs: string): Error {
  const problem = probe.problem ?? `agent ${name} can't be used`;
  return causeFailure(probe.cause ?? 'agent-missing', `${problem}${needs}`);
}

/** A leaf whose model is out of its reach would fail each time it is tried. */
function networkProblem({ host, jail }: AgentTools, agent: Agent, roles: readonly Role[]): string | null {
  if (!agent.needsNetwork || jail === undefined || !traitsOf(jail.kind).holdsNetwork) return null;
  const role = roles.find((one) => !networkFor(one, true, host.walls));
  if (role === undefined) return null;
  const key = networkKey(role);
  return `config.json says "${key}": false, but ${agent.name}, the agent of the ${rolesText([role])}, needs the network to reach its model; expected ${key} true or left out, or an agent that needs none`;
}

function rolesText(roles: readonly Role[]): string {
  return roles.map((role) => role.replace('-', ' ')).join(', ');
}
