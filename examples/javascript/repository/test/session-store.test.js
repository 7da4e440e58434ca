import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionStore } from '../src/session-store.js';

test('an opened session is found by its token', () => {
  const store = new SessionStore({ now: () => 1_000 });
  const token = store.open('ada');
  assert.deepEqual(store.find(token), { user: 'ada', openedAtMs: 1_000 });
});

test('a token nobody was given finds nothing', () => {
  assert.equal(new SessionStore().find('made-up'), null);
});

test('a closed session is gone, and closing it again changes nothing', () => {
  const store = new SessionStore();
  const token = store.open('ada');
  assert.equal(store.close(token), true);
  assert.equal(store.find(token), null);
  assert.equal(store.close(token), false);
});
