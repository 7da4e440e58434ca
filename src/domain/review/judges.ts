import type { Role } from '../leaf/roles.js';

/** The roles whose answer is a verdict: they change nothing, and need the network only to reach their model (C-4). */
export function judges(role: Role): boolean {
  return role === 'verifier' || role === 'domain-reviewer' || role === 'critic';
}
