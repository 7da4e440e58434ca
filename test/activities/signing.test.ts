import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { commit } from '../../src/activities/commit.js';
import { preflight } from '../../src/activities/preflight.js';
import { commitHabits } from '../../src/activities/signing.js';
import type { Tools } from '../../src/activities/tools.js';
import { Facts } from '../../src/contract/run-facts.js';
import { RunOptions } from '../../src/contract/run-input.js';
import { renderCommitMessage } from '../../src/domain/commit/commit-message.js';
import { parseTrailers } from '../../src/domain/commit/parse-trailers.js';
import type { Signing } from '../../src/domain/commit/signing.js';
import type { Agent } from '../../src/ports/agent.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { git, repository } from '../support/git-repos.js';
import { endAgents, hasSshKeygen, sshKey, sshNote, verified, type SshKey } from '../support/signing-keys.js';
import { checkedRun, message as checkedMessage } from './check-support.js';
import { branch, quickRig, removeQuickRigs, type QuickRig } from './quick-rig.js';

let rig: ActivityRig;
beforeAll(async () => {
  rig = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await rig.remove();
  await endAgents();
  await removeQuickRigs();
});

const withSsh = hasSshKeygen ? test : test.skip;
const by = (key: SshKey): Signing => ({ format: 'ssh', key: key.path, program: 'ssh-keygen' });
const mine = 'Signed-off-by: Ada <ada@example.org>';

/** Preflight asks an agent for nothing but whether it can be used. */
const usable: Agent = {
  name: 'scripted',
  scripted: true,
  needsNetwork: false,
  probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
  plan: () => {
    throw new Error('no leaf is started here');
  },
  conclude: () => Promise.reject(new Error('no leaf was started here')),
  event: () => null,
};

async function looked(settings: Readonly<Record<string, string>>, pawlJson = '{}') {
  const origin = await repository({
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'a.test.js': "import test from 'node:test';\ntest('a', () => undefined);\n",
    'docs/issue.md': '# A\n\n## Acceptance criteria\n\n- a is b\n',
    'pawl.json': pawlJson,
  });
  for (const [key, value] of Object.entries(settings)) await origin.git('config', key, value);
  const tools: Tools = { ...rig.tools, findAgent: () => ({ agent: usable }) };
  const options = RunOptions.parse({
    ...{ agent: 'scripted', scenario: null, base: null, testCommand: null, maxFiles: null },
    ...{ allowDirty: false, allowKnownFailures: false, commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: null },
  });
  const source = { kind: 'file', origin: origin.path, file: join(origin.path, 'docs/issue.md') } as const;
  const report = await rig.inActivity(() =>
    preflight(tools, {
      ...{ runKey: 'run-1', workflowId: 'tdd/local/x-123456/file-issue', resume: null, answers: [], options },
      source: { ...source, slug: 'issue', issueNumber: null },
    }),
  );
  const facts = Facts.parse(JSON.parse(await tools.artifacts.get(report.scope.key, report.scope.facts)));
  return { notes: report.notes, facts };
}

describe('design 5: signing is tried before any leaf', () => {
  const asked = (key: string) => ({ 'commit.gpgsign': 'true', 'gpg.format': 'ssh', 'user.signingkey': key });

  withSsh(`a key that signs is in the facts of the run, and the notes say so${sshNote}`, async () => {
    const key = await sshKey();
    const { notes, facts } = await looked(asked(key.path));
    expect(facts.signing).toEqual(by(key));
    expect(notes).toContain(`commit.gpgsign is set there: commits are signed (ssh, key ${key.path})`);
  });

  withSsh(`a key that can not sign without a terminal is a bail with key, words and ways out${sshNote}`, async () => {
    const key = await sshKey('secret words');
    const failure = expect(looked(asked(key.path))).rejects;
    await failure.toMatchObject({
      type: 'unsupported-repository',
      nonRetryable: true,
      message: expect.stringMatching(/key can't sign \(ssh, key .*\/id\): .*passphrase.*ssh-add; or without signatures: git config commit\.gpgsign false$/s),
    });
  });

  test('what the settings alone refuse is a bail of the same cause', async () => {
    const settings = { 'commit.gpgsign': 'true', 'gpg.program': '/bin/evil' };
    await expect(looked(settings)).rejects.toMatchObject({
      type: 'unsupported-repository',
      message: expect.stringContaining('gpg.program is /bin/evil'),
    });
  });

  test('nothing asked for: nothing of it in the facts, and no key is tried', async () => {
    const { notes, facts } = await looked({}, '{"signOff":true}');
    expect(facts).not.toHaveProperty('signing');
    expect(facts.signOff).toBe(true);
    expect(notes.join()).not.toContain('sign');
    const at = await quickRig();
    const origin = await at.tools.repositories.inspect(at.origin.path);
    const habits = await commitHabits(at.trusted, origin, { name: 'A', email: 'a' }, { sha: 'none', rules: { signOff: false } });
    expect(habits).toEqual({});
  });
}); // prettier-ignore

describe('D2, R25: a signed commit is made once', () => {
  const input = async (at: QuickRig, how: Signing) => at.commitInput({ scope: await at.scope({ signing: how }) });
  const dangling = async (at: QuickRig) => (await git(at.trusted.path, ['fsck', '--dangling'])).split('\n');

  withSsh(`a second try finds it, needs no key, and moves nothing${sshNote}`, async () => {
    const at = await quickRig();
    const key = await sshKey();
    const first = await commit(at.tools, await input(at, by(key)));
    await verified(at.trusted.path, first.sha, key);
    const second = await commit(at.tools, await input(at, { ...by(key), program: 'false' }));
    expect(second.sha).toBe(first.sha);
    expect(await at.trusted.branchTip(branch)).toBe(first.sha);
    expect(await at.origin.git('rev-parse', branch)).toBe(first.sha);
    await verified(at.origin.gitDir, first.sha, key);
  });

  withSsh(
    `killed between commit object and branch: a loose object, and one commit on the branch${sshNote}`,
    async () => {
      const at = await quickRig();
      const how = by(await sshKey());
      // Another signature than the second try's, since it is made with another key.
      const lost = by(await sshKey());
      const moves = { moveBranch: () => Promise.reject(new Error('killed here')) };
      const open: Tools['repositories']['open'] = async (origin) => ({
        ...(await at.tools.repositories.open(origin)),
        ...moves,
      });
      const killed: Tools = { ...at.tools, repositories: { ...at.tools.repositories, open } };
      await expect(commit(killed, await input(at, lost))).rejects.toThrow('killed here');
      expect(await at.trusted.branchTip(branch)).toBe(at.tip);
      const { sha } = await commit(at.tools, await input(at, how));
      expect((await at.trusted.log(at.tip, sha)).map((one) => one.sha)).toEqual([sha]);
      expect(await dangling(at)).toContainEqual(expect.stringMatching(/^dangling commit [0-9a-f]{40}$/));
    },
  );

  withSsh(`a try that was faster is taken, whatever its signature; another commit is not${sshNote}`, async () => {
    const at = await quickRig();
    const [one, other] = [by(await sshKey()), by(await sshKey())];
    let faster = '';
    const open: Tools['repositories']['open'] = async (origin) => {
      const real = await at.tools.repositories.open(origin);
      const moveBranch: typeof real.moveBranch = async (...args) => {
        if (faster === '') ({ sha: faster } = await commit(at.tools, await input(at, other)));
        return real.moveBranch(...args);
      };
      return { ...real, moveBranch };
    };
    const tools: Tools = { ...at.tools, repositories: { ...at.tools.repositories, open } };
    expect((await commit(tools, await input(at, one))).sha).toBe(faster);
    const foreign = await at.commitInput({ scope: await at.scope({ signing: one }), subject: 'n2' });
    await expect(commit(at.tools, foreign)).rejects.toMatchObject({ type: 'branch-moved' });
    expect(await at.trusted.branchTip(branch)).toBe(faster);
  });

  test('a key that no longer signs is a bail, and nothing is committed', async () => {
    const at = await quickRig();
    const how: Signing = { format: 'openpgp', key: 'ABCD', program: 'false' };
    await expect(commit(at.tools, await input(at, how))).rejects.toMatchObject({
      type: 'unsupported-repository',
      message: expect.stringMatching(/key can't sign \(openpgp, key ABCD\): .*max-cache-ttl/),
    });
    expect(await at.trusted.branchTip(branch)).toBe(at.tip);
  });
});

describe('R-001-40: sign-off', () => {
  const messageOf = (at: QuickRig, sha: string) => git(at.trusted.path, ['log', '-1', '--format=%B', sha]);
  const own = renderCommitMessage({
    ...{ kind: 'feat', title: 'n1', body: [] },
    trailers: { task: '1', run: 'run-1', phase: 'green', gear: 'review-before', evidence: null },
  });

  test('stands last in the one trailer paragraph, and a second try gives the same commit', async () => {
    const at = await quickRig();
    const input = await at.commitInput({ scope: await at.scope({ signOff: true }), body: ['why'] });
    const { sha } = await commit(at.tools, input);
    const message = await messageOf(at, sha);
    expect(message).toMatch(/\n\nwhy\n\nTask: 1\nPawl-Run: [^\n]+\nPawl-Phase: [^\n]+\nPawl-Gear: [^\n]+\nSigned-off-by: Ada <ada@example\.org>\n*$/);
    expect(parseTrailers(message)).toHaveLength(5);
    expect((await commit(at.tools, input)).sha).toBe(sha);
  });

  test('nobody asked for it: there is none', async () => {
    const at = await quickRig();
    const { sha } = await commit(at.tools, await at.commitInput({}));
    expect(await messageOf(at, sha)).not.toContain('Signed-off-by');
  });

  test('a message of a hook must still hold it, and may hold others', async () => {
    const at = await quickRig();
    const scope = await at.scope({ signOff: true });
    const lost = await at.commitInput({ scope, message: own });
    await expect(commit(at.tools, lost)).rejects.toMatchObject({
      type: 'hook-broken',
      message: expect.stringContaining("the author's sign-off, which pawl.json asks for, is gone"),
    });
    const message = `${own}Signed-off-by: Eve <eve@example.org>\n${mine}\n`;
    const { sha } = await commit(at.tools, await at.commitInput({ scope, message }));
    expect((await messageOf(at, sha)).trim()).toBe(message.trim());
  });

  test('a commit-msg hook that asks for it finds it', async () => {
    const hook = '#!/bin/sh\ngrep -q "^Signed-off-by: Ada Example <ada@example.org>$" "$1" || { echo no sign-off; exit 1; }\n';
    const wish = { base: { '.githooks/commit-msg': { program: hook } }, config: { 'core.hooksPath': '.githooks' } };
    const asks = await checkedRun(rig, { ...wish, facts: { signOff: true } });
    expect(await asks.check({ 'a.js': 'a\n' })).toMatchObject({ failures: [], message: null });
    const without = await checkedRun(rig, wish);
    expect(await without.fails({ 'a.js': 'a\n' }, { message: checkedMessage })).toMatchObject({
      cause: 'hook-broken',
      message: expect.stringContaining('no sign-off'),
    });
  });
}); // prettier-ignore
