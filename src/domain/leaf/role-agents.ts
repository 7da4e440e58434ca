import { z } from 'zod';
import { Role } from './roles.js';

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

/** Another agent for single roles, as config.json spells them; a role left out has the run's own agent. */
export const RoleAgents = z.strictObject({
  planner: name.optional(),
  developer: name.optional(),
  debugger: name.optional(),
  verifier: name.optional(),
  domainReviewer: name.optional(),
  critic: name.optional(),
});
export type RoleAgents = z.infer<typeof RoleAgents>;

const keys: Readonly<Record<Role, keyof RoleAgents>> = {
  planner: 'planner',
  developer: 'developer',
  debugger: 'debugger',
  verifier: 'verifier',
  'domain-reviewer': 'domainReviewer',
  critic: 'critic',
};

/** Name of the agent that plays a role. A scripted run is scripted as a whole: no model is asked in any role. */
export function agentFor(role: Role, main: string, roles: RoleAgents): string {
  return main === 'scripted' ? main : (roles[keys[role]] ?? main);
}

/** The agents of a run, each once with the roles it plays; the run's own comes first. */
export function castOf(
  main: string,
  roles: RoleAgents,
): readonly { readonly name: string; readonly roles: readonly Role[] }[] {
  const names = [...new Set([main, ...Role.options.map((role) => agentFor(role, main, roles))])];
  return names.map((one) => ({ name: one, roles: Role.options.filter((role) => agentFor(role, main, roles) === one) }));
}
