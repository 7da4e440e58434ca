import { expect, test } from '@jest/globals';
import { agentFor, castOf, RoleAgents } from '../../../src/domain/leaf/role-agents.js';

test('a role has its own agent where config.json names one, else that of the run', () => {
  const roles = RoleAgents.parse({ verifier: 'codex', domainReviewer: 'command' });
  expect(agentFor('verifier', 'claude', roles)).toBe('codex');
  expect(agentFor('domain-reviewer', 'claude', roles)).toBe('command');
  expect(agentFor('developer', 'claude', roles)).toBe('claude');
  expect(castOf('claude', roles)).toEqual([
    { name: 'claude', roles: ['planner', 'developer', 'debugger', 'critic'] },
    { name: 'codex', roles: ['verifier'] },
    { name: 'command', roles: ['domain-reviewer'] },
  ]);
});

test('the agent of the run is looked at although others play all of its roles', () => {
  const all = { planner: 'a', developer: 'a', debugger: 'a', verifier: 'b', domainReviewer: 'b', critic: 'b' };
  expect(castOf('claude', all)[0]).toEqual({ name: 'claude', roles: [] });
});

test('a scripted run is scripted in every role', () => {
  expect(agentFor('verifier', 'scripted', { verifier: 'codex' })).toBe('scripted');
  expect(castOf('scripted', { verifier: 'codex' })).toHaveLength(1);
});

test.each([{ reviewer: 'codex' }, { verifier: 'Codex!' }, { verifier: '' }])('%j is refused', (roles) => {
  expect(RoleAgents.safeParse(roles).success).toBe(false);
});
