import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentProbe } from '../../src/ports/agent.js';
import { removal } from '../support/removal.js';
import { clis, skipNote, type Cli } from './support/clis.js';
import { agentOf, type LeafWish } from './support/leaf.js';
import type { CliName } from './support/turns.js';
import { wrapper } from './support/wrapper.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-probes-'));
});
afterAll(() => rmSync(folder, removal));

const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
const nowhere = 'http://127.0.0.1:1';
let serial = 0;

function probe(cli: Cli, wish: Pick<LeafWish, 'settings' | 'env'> = {}): Promise<AgentProbe> {
  return agentOf(cli, nowhere, wish, path).probe();
}

function probeWrapped(cli: Cli, body: string): Promise<AgentProbe> {
  return probe(cli, { settings: { path: wrapper(join(folder, String((serial += 1))), cli, body) } });
}

/** What an older one says to --version, and one flag that a leaf needs. */
const older: Readonly<Record<CliName, readonly [says: string, flag: string]>> = {
  claude: ['2.0.9 (Claude Code)', '--json-schema'],
  codex: ['codex-cli 0.99.0', '--output-schema'],
  gemini: ['0.9.0', '--policy'],
  opencode: ['1.9.9', '--pure'],
};

describe.each(clis)('F34: the real $name is looked at before a run', (cli) => {
  const cliTest = cli.program === null ? test.skip : test;
  const note = skipNote(cli);
  const [says, flag] = older[cli.name];

  cliTest(`one that is there, with a key, is usable, and says its version${note}`, async () => {
    expect(await probe(cli)).toEqual({
      usable: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      problem: null,
    });
  });

  cliTest(`too old: agent-config, with what was found, what is needed and how to mend it${note}`, async () => {
    const found = await probeWrapped(cli, `case "$*" in --version) echo '${says}';; *) exec "$real" "$@";; esac`);
    expect(found).toMatchObject({ usable: false, cause: 'agent-config' });
    expect(found.problem).toMatch(/ is too old; expected \d+\.\d+\.\d+ or newer.*; mend: npm install -g /);
  });

  cliTest(`without a flag that a leaf needs: agent-config, by the flag's name${note}`, async () => {
    // codex warns on standard error about its empty home; opencode's help stands there.
    const both = cli.name === 'codex' ? '' : '2>&1';
    const found = await probeWrapped(cli, `"$real" "$@" ${both} | sed 's/${flag}/--other/g'`);
    expect(found).toMatchObject({ usable: false, cause: 'agent-config' });
    expect(found.problem).toContain(`has no ${flag}, which Pawl needs; mend: npm install -g `);
  });

  cliTest(`one that is not there is missing, and one that says nothing can't be used${note}`, async () => {
    const gone = await probe(cli, { settings: { path: '/nowhere/cli' } });
    expect(gone).toMatchObject({ usable: false, version: null });
    expect(gone.cause).toBeUndefined();
    expect(gone.problem).toMatch(/config\.json names \/nowhere\/cli .*expected an absolute path, for example \{/);
    const dumb = await probeWrapped(cli, 'exit 3');
    expect(dumb).toMatchObject({ usable: false, version: null });
    expect(dumb.problem).toContain('does not answer to --version');
  });

  cliTest(`an empty key is none: agent-auth, with the variable to set${note}`, async () => {
    const found = await probe(cli, { env: { [cli.keyVariable]: '' } });
    expect(found).toMatchObject({ usable: false, cause: 'agent-auth' });
    expect(found.problem).toContain(cli.keyVariable);
  });
});
