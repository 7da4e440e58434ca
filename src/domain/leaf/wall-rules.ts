import { z } from 'zod';
import { judges } from '../review/judges.js';
import type { Role } from './roles.js';

/** Does a leaf get the repository's own configuration of agents (`files/agent-config.ts`)? */
export const AgentConfigRule = z.enum(['withhold', 'allow']);
export type AgentConfigRule = z.infer<typeof AgentConfigRule>;

const on = z.boolean().optional();

/** Who has the network, as config.json spells it; what is left out is as `networkFor` says. */
export const NetworkRules = z.strictObject({
  planner: on,
  developer: on,
  debugger: on,
  verifier: on,
  domainReviewer: on,
  critic: on,
  tests: on,
  setup: on,
});
export type NetworkRules = z.infer<typeof NetworkRules>;

/** What the operator decided about the walls of a run's programs; fixed at its preflight. */
export const WallRules = z.object({ agentConfig: AgentConfigRule, network: NetworkRules });
export type WallRules = z.infer<typeof WallRules>;

/** Where nobody said otherwise. */
export const standardWalls: WallRules = { agentConfig: 'withhold', network: {} };

const keys: Readonly<Record<Role, keyof NetworkRules>> = {
  planner: 'planner',
  developer: 'developer',
  debugger: 'debugger',
  verifier: 'verifier',
  'domain-reviewer': 'domainReviewer',
  critic: 'critic',
};

/** How config.json calls the network of a role. */
export function networkKey(role: Role): string {
  return `network.${keys[role]}`;
}

/** May a leaf of this role use the network? Who judges has it only to reach its model (C-4). */
export function networkFor(role: Role, needsNetwork: boolean, { network } = standardWalls): boolean {
  return network[keys[role]] ?? (needsNetwork || !judges(role));
}

/** Tests, checks and hooks have none, unless the operator opens it. */
export function networkForTests({ network } = standardWalls): boolean {
  return network.tests ?? false;
}

/** Package managers fetch. */
export function networkForSetup({ network } = standardWalls): boolean {
  return network.setup ?? true;
}

/** Where the operator departs from the standard, for notes and the limits in status. */
export function wallNotes(rules: WallRules): readonly string[] {
  const { agentConfig, network } = rules;
  const opened = agentConfig === 'allow' ? [allowed] : [];
  const named = Object.entries(network).filter(([, value]) => value !== undefined);
  const words = named.map(([key, value]) => `${key} ${value === true ? 'on' : 'off'}`);
  return [...opened, ...(words.length === 0 ? [] : [`network, as config.json says: ${words.join(', ')}`])];
}

const allowed =
  'planner, developer and debugger get the repository\'s own agent configuration, as config.json says ("agentConfig": "allow"): its hooks, servers and plugins may run in their leaves';
