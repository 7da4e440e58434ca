import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RunReport } from '../../src/contract/result.js';
import { leafOf } from '../support/messages-stub.js';
import { layOrigin, replays, rig, type Jail, type Rig } from '../support/rig.js';
import { clis, type Cli } from './support/clis.js';
import { developersWords, example, playExample } from './support/example.js';
import type { Asked, CliName, Stub } from './support/turns.js';

/** Who develops and who judges; a CLI without answer schemas can only develop. */
interface Cast {
  readonly developer: CliName;
  readonly others: CliName;
  readonly jail: Jail;
}

/** Each judge once in each jail. */
const casts: readonly Cast[] = [
  { developer: 'claude', others: 'claude', jail: 'process' },
  { developer: 'codex', others: 'codex', jail: 'bubblewrap' },
  { developer: 'gemini', others: 'claude', jail: 'bubblewrap' },
  { developer: 'opencode', others: 'codex', jail: 'process' },
];

const cliOf = (wanted: CliName): Cli => {
  const cli = clis.find(({ name }) => name === wanted);
  if (cli === undefined) throw new Error(`no CLI ${wanted}`);
  return cli;
};

describe.each(casts)('the main job on examples/: $developer develops, $others judges, jail $jail', (cast) => {
  const [developer, others] = [cliOf(cast.developer), cliOf(cast.others)];
  const playing = developer === others ? [developer] : [developer, others];
  const missing = playing.filter(({ program }) => program === null).map(({ name }) => name);
  const jobTest = missing.length > 0 ? test.skip : test;
  const note = missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : '';
  let rigged: Rig;
  let stubs: readonly Stub[] = [];

  beforeAll(async () => {
    if (missing.length > 0) return;
    stubs = await Promise.all(playing.map((cli) => cli.stub(playExample)));
    const urls = new Map(playing.map((cli, index) => [cli.name, stubs[index]?.url ?? '']));
    const all = playing.map((cli) => ({ cli, url: urls.get(cli.name) ?? '' }));
    rigged = await rig({
      jail: cast.jail,
      config: {
        ...(Object.assign({}, ...all.map(({ cli, url }) => cli.config(cli.program ?? '', url))) as object),
        agents: { developer: cast.developer, debugger: cast.developer },
      },
      env: Object.assign({}, ...all.map(({ cli, url }) => cli.env(url))) as Record<string, string>,
    });
  }, 90_000);
  afterAll(async () => {
    if (missing.length > 0) return;
    await rigged.close();
    for (const stub of stubs) await stub.close();
  }, 60_000);

  jobTest(
    `every step is done and verified; history, logs and what it cost can be read${note}`,
    async () => {
      const origin = join(rigged.folder, 'sessions');
      await cp(join(example, 'repository'), origin, { recursive: true });
      await layOrigin(origin, {});
      const because = 'the stand-in answers as the example says';
      const run = ['run', 'docs/issue.md', '--agent', cast.others, '--review-after', '--because', because];
      const ran = await rigged.pawl(run, { cwd: origin });
      expect(`${ran.stderr}\n${ran.stdout}`).toContain('done: every step is ticked and verified');
      expect(ran.code).toBe(0);

      const id = /tdd\/local\/sessions-[0-9a-f]{6}\/file-docs--issue/.exec(ran.stderr + ran.stdout)?.[0] ?? '';
      const told = await rigged.pawl(['report', id, '--json']);
      const report = RunReport.parse((JSON.parse(told.stdout) as { report: unknown }).report);
      expect(report.agent).toMatch(new RegExp(`^${cast.others} \\d+\\.\\d+\\.\\d+`));
      expect(report.spent.leaves).toBeGreaterThanOrEqual(13);
      expect(report.spent.inputTokens).toBeGreaterThan(1_000);
      if (cast.others === 'claude') expect(report.spent.usd).toBeGreaterThan(0);

      const logs = await rigged.pawl(['logs', id, '--role', 'developer', '--step', '1']);
      expect(logs.code).toBe(0);
      expect(logs.stdout).toContain('node -e');
      expect(whoPlayed('developer')).toEqual([cast.developer]);
      expect(whoPlayed('verifier')).toEqual([cast.others]);

      const asked = stubs.flatMap((stub) => stub.asked());
      expectBlind(asked.filter(({ prompt }) => leafOf(prompt).role === 'verifier'));
      await replays({ handle: rigged.client.workflow.getHandle(id) });
    },
    600_000,
  );

  /** The agents of a role's leaves, by the run's own events. */
  function whoPlayed(role: string): readonly string[] {
    const runs = join(rigged.home, 'runs');
    const lines = readdirSync(runs).flatMap((run) => readFileSync(join(runs, run, 'events.jsonl'), 'utf8').split('\n'));
    const events = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
    const agents = events.flatMap(({ kind, actor, agent }) => (kind === 'launch' && actor === role ? [agent] : []));
    return [...new Set(agents.map(String))];
  }
});

/** No verifier was told a developer's words (R-002-08), in its prompt or by what it found in its folder. */
function expectBlind(verifiers: readonly Asked[]): void {
  expect(verifiers.filter(({ round }) => round === 0).length).toBeGreaterThanOrEqual(7);
  const words = developersWords.filter((word) => word !== '');
  expect(words.length).toBeGreaterThan(0);
  for (const { body } of verifiers) {
    const leaked = words.filter((word) => body.includes(JSON.stringify(word).slice(1, -1)));
    expect(leaked).toEqual([]);
  }
}
