import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventWindow } from '../../src/contract/views.js';
import { layOrigin, projectRoot, replays, rig, type Rig } from '../support/rig.js';
import { storyFiles, storyIssue, storyScenario } from '../support/story.js';
import { hasTmux, terminal, type Terminal } from '../support/tmux.js';

const inTmux = hasTmux ? test : test.skip;
const named = (title: string): string => (hasTmux ? title : `skipped: tmux not installed (${title})`);

let rigged: Rig | null = null;
let screen: Terminal | null = null;
beforeAll(async () => void (hasTmux && (rigged = await rig({ jail: 'process' }))));
afterAll(async () => {
  await screen?.close();
  await rigged?.close();
});

/** Waits to be ended unless it is told to go on; its path has a blank, its command line an argument. */
const editor = `#!/bin/sh
[ "$1" = --wait ] || exit 9
echo "the editor has $2"
[ -e "$(dirname "$0")/go" ] || exec sleep 600
sed -i "s/n1 in words/n1, by the editor/" "$2"
`;

async function lay({
  folder,
  home,
  server,
}: Rig): Promise<{ origin: string; env: Record<string, string>; tools: string }> {
  const [origin, tools] = [join(folder, 'shop'), join(folder, 'my tools')];
  await layOrigin(origin, { ...storyFiles, 'docs/issue.md': storyIssue(3) });
  const again = { replace: 'test/numbers.test.js', from: 'n1 is 1', to: 'n1 in words' };
  const revised = { role: 'developer', phase: 'red', step: '1', attempt: 2, do: [again] } as const;
  await writeFile(join(folder, 'scenario.json'), storyScenario(3, [revised]));
  await mkdir(tools);
  await writeFile(join(tools, 'edit'), editor);
  await chmod(join(tools, 'edit'), 0o700);
  const { PATH = '', HOME = '' } = process.env;
  const own = { PATH, HOME, LANG: 'C.UTF-8', TERM: 'xterm-256color', PAWL_IDENTITY: 'ann@tmux' };
  const env = { ...own, PAWL_HOME: home, TEMPORAL_ADDRESS: server.address, EDITOR: `'${tools}/edit' --wait` };
  return { origin, env, tools };
}

const question = '(l)ater ?';

describe('the gate in a terminal of 80 columns, answered by a program that reads and types', () => {
  inTmux(
    named('reject with a reason, an editor ended by Ctrl-C, edit and approve, approve from another window, shift'),
    async () => {
      if (rigged === null) throw new Error('no rig');
      const { origin, env, tools } = await lay(rigged);
      const pawl = `'${process.execPath}' '${join(projectRoot, 'bin/pawl.js')}'`;
      const started = `${pawl} run docs/issue.md --agent scripted --scenario '${rigged.folder}/scenario.json'`;
      screen = await terminal({ line: `${started}; echo "ended with $?"`, cwd: origin, env });

      const shown = await screen.shows(question);
      expect(shown).toMatch(/Step 1: n1 is known \(criterion 1\)\nThis test waits for you/);
      expect(shown).toContain("  +test('n1 is 1', () => assert.equal(value('n1'), 1));");
      expect(shown).toMatch(/test hash: [0-9a-f]{64}\n/);
      expect(await screen.coloured()).toMatch(/\u001b\[32m\+test\('n1 is 1'/);
      await screen.type('maybe');
      await screen.shows('"maybe" is none of these: a, e, r, s, t, l');
      await screen.shows(question);
      await screen.type('r');
      await screen.shows('The next leaf reads it:');
      await screen.type('');
      await screen.shows('Without a reason nothing is sent.');
      await screen.shows(question);
      await screen.type('reject');
      await screen.shows('The next leaf reads it:');
      await screen.type('say it in words');
      await screen.shows('sent back to a revise leaf: a person rejected the test: say it in words');

      // Ctrl-C in the editor is the editor's.
      expect(await screen.shows(question)).toContain("+test('n1 in words'");
      await screen.type('e');
      await screen.shows('the editor has ');
      await screen.key('C-c');
      await screen.shows('The editor failed: it was ended by SIGINT.');
      await screen.shows(question);
      await writeFile(join(tools, 'go'), '');
      await screen.type('edit');
      const change = await screen.shows('(y)es (e)dit again (n)o ?');
      expect(change).toContain("-test('n1 in words'");
      expect(change).toContain("+test('n1, by the editor'");
      await screen.type('y');
      await screen.shows('the edited test holds');

      // While one window asks, another one answers.
      expect(await screen.shows(question)).toContain('Step 2: n2 is known');
      await screen.open(`${pawl} approve; echo "ended with $?"`);
      await screen.shows(question);
      await screen.type('a');
      await screen.shows('approved: GREEN of step 2 begins');
      await screen.shows('ended with 0');
      await screen.back();

      expect(await screen.shows(question)).toContain('Step 3: n3 is known');
      await screen.type('s');
      await screen.shows('no longer looked at first?');
      await screen.type('enough was seen');
      await screen.shows('done: 3 of 3 steps');
      await screen.shows('ended with 0');
      await told(rigged, origin);
    },
    120_000,
  );
});

/** What the person did stands in the branch and in the history. */
async function told({ client, pawl }: Rig, origin: string): Promise<void> {
  const list = await pawl(['list', '--json'], { cwd: origin });
  const { runs } = JSON.parse(list.stdout) as { runs: { workflowId: string }[] };
  const handle = client.workflow.getHandle(runs[0]?.workflowId ?? '');
  const { events } = await handle.query<EventWindow>('events');
  const heard = events.map((event) => event.line).join('\n');
  expect(heard).toContain('approve by ann@tmux (as claimed)');
  expect(heard).not.toContain('.git folder');
  const report = await pawl(['report', handle.workflowId], { cwd: origin });
  expect(report.stdout).toMatch(/gear .*review-after.*enough was seen/);
  const { execFileSync } = await import('node:child_process');
  const git = (...args: string[]): string => execFileSync('git', ['-C', origin, ...args], { encoding: 'utf8' });
  const format = '--format=%s %(trailers:key=Pawl-Gear,valueonly,separator=)';
  const log = git('log', '--reverse', format, 'main..tdd/docs--issue').split('\n');
  const gears = log.filter((line) => line.startsWith('feat: '));
  expect(gears).toEqual([
    'feat: n1 is known review-before',
    'feat: n2 is known review-before',
    'feat: n3 is known review-after',
  ]);
  expect(git('show', 'tdd/docs--issue:test/numbers.test.js')).toContain('n1, by the editor');
  await replays({ handle });
}
