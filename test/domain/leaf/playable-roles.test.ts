import { expect, test } from '@jest/globals';
import { editingRoles, unplayableRoles } from '../../../src/domain/leaf/playable-roles.js';

test('an agent without an answer schema is developer and debugger only, and the message says what to set', () => {
  expect(unplayableRoles('claude', undefined, ['planner', 'verifier'])).toBeNull();
  expect(unplayableRoles('gemini', editingRoles, ['developer', 'debugger'])).toBeNull();
  expect(unplayableRoles('gemini', editingRoles, [])).toBeNull();
  expect(unplayableRoles('gemini', editingRoles, ['developer', 'verifier', 'domain-reviewer'])).toBe(
    'agent gemini has no schema for answers, so it can be developer, debugger only, not verifier, domain reviewer; ' +
      'give the other roles another agent: "agent":"claude" with "agents":{"developer":"gemini","debugger":"gemini"} in config.json',
  );
});
