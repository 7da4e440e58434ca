import type { Role } from './roles.js';

/** What an agent without an answer schema can be: one whose work is a tree that Pawl measures, never one whose word counts. */
export const editingRoles: readonly Role[] = ['developer', 'debugger'];

/** Why an agent can't play what a run asks of it, and what to set; null when it can. `plays` left out means all roles. */
export function unplayableRoles(
  agent: string,
  plays: readonly Role[] | undefined,
  wanted: readonly Role[],
): string | null {
  const missing = plays === undefined ? [] : wanted.filter((role) => !plays.includes(role));
  if (plays === undefined || missing.length === 0) return null;
  const own = plays.map((role) => `"${role}":"${agent}"`).join(',');
  return (
    `agent ${agent} has no schema for answers, so it can be ${listed(plays)} only, not ${listed(missing)}; ` +
    `give the other roles another agent: "agent":"claude" with "agents":{${own}} in config.json`
  );
}

function listed(roles: readonly Role[]): string {
  return roles.map((role) => role.replace('-', ' ')).join(', ');
}
