import { execFileSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createRepositories } from '../../src/adapters/git/repositories.js';
import { editTest } from '../../src/cli/follow/edit-test.js';
import type { Talk } from '../../src/cli/follow/talk.js';
import type { Io } from '../../src/cli/io.js';
import type { Config } from '../../src/config.js';
import type { GateView } from '../../src/contract/views.js';
import { removeRepositories, repository, temporaryFolder, type TestRepository } from '../support/git-repos.js';
import { testConfig } from '../support/temporal-server.js';
import { gate as sample, status } from './support/samples.js';

/** A person at the gate with a real copy, a real editor and real git; only what is typed comes from the test. */
const [testFile, source] = ['test/a.test.js', 'src/a.js'];
let shop: TestRepository;
let home: string;
let gate: GateView & { readonly review: string };

beforeAll(async () => {
  home = await temporaryFolder('pawl-home');
  shop = await repository({ [testFile]: 'old\n', [source]: 'code\n' });
});
afterAll(removeRepositories);

beforeEach(async () => {
  const { userHome, path, gitGlobalConfig, gitPeople } = testConfig(home);
  const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
  const trusted = await all.open(await all.inspect(shop.path));
  await trusted.fetch();
  const tree = await trusted.treeOf((await trusted.resolveInOrigin('HEAD')) ?? '');
  const review = join(await temporaryFolder('pawl-review'), 'copy');
  await trusted.exportTree(tree, review);
  gate = { ...sample, tree, review, files: [testFile] };
});

interface Asked {
  readonly sends: boolean;
  readonly said: string;
  readonly asked: readonly string[];
}

async function ask(editor: string | null, typed: readonly string[], about: Partial<GateView> = {}): Promise<Asked> {
  const [said, asked]: [string[], string[]] = [[], []];
  const left = [...typed];
  const io = {
    colour: false,
    say: (text: string) => void said.push(text),
    live: () => undefined,
    ask: (question: string) => {
      asked.push(question);
      return Promise.resolve(left.shift() ?? null);
    },
  } as unknown as Io;
  const config: Config = { ...testConfig(home), editor };
  const server = { operator: { config } } as unknown as Talk['server'];
  const signal = new AbortController().signal;
  const view = { ...status, origin: shop.path };
  const sends = await editTest({ io, server, status: view, signal, handOver: (work) => work() }, { ...gate, ...about });
  return { sends, said: said.join('\n'), asked };
}

/** An editor that runs this shell line with the file as `$1`. */
const by = (line: string): string => `sh -c '${line}' sh`;

describe('edit, at the gate', () => {
  test('what the editor did is shown against the test at the gate; yes sends it, no and the end of input do not', async () => {
    const yes = await ask(by('echo new > "$1"'), ['perhaps', 'y']);
    expect(yes.sends).toBe(true);
    expect(yes.said).toContain('  -old\n  +new');
    expect(yes.said).toContain('"perhaps" is none of these: y, e, n');
    expect((await ask(by('true'), ['n'])).sends).toBe(false);
    expect((await ask(by('true'), [])).sends).toBe(false);
  });

  test('edit again opens it once more, on what stands there', async () => {
    const again = await ask(by('echo more >> "$1"'), ['e', 'y']);
    expect(again.sends).toBe(true);
    expect(again.said).toMatch(/\+more\n(?! {2}\+more)[^]*\+more\n {2}\+more/);
  });

  test('an editor that changes nothing leads back to the gate, without a question', async () => {
    expect(await ask(by('true'), [])).toMatchObject({
      sends: false,
      said: expect.stringContaining('Nothing was changed'),
      asked: [],
    });
  });

  test.each([
    [by('echo half > "$1"; exit 3'), 'it ended with exit code 3'],
    ['/nowhere/editor --wait', '"/nowhere/editor" can\'t be started'],
    [by('kill -TERM $$'), 'it was ended by SIGTERM'],
  ])('an editor that fails (%s) loses nothing and sends nothing', async (editor, why) => {
    const failed = await ask(editor, ['y']);
    expect(failed).toMatchObject({ sends: false, asked: [] });
    expect(failed.said).toContain(`The editor failed: ${why}`);
    expect(failed.said).toContain(`the copy lies there as it was left:\n  ${gate.review}`);
    expect(execFileSync('ls', [gate.review], { encoding: 'utf8' })).toBe('src\ntest\n');
  });

  test('no editor: the variable, the path, the command; what was edited by hand meanwhile can be sent', async () => {
    const none = await ask(null, []);
    expect(none).toMatchObject({ sends: false, asked: [] });
    expect(none.said).toContain('neither VISUAL nor EDITOR');
    expect(none.said).toContain(
      `  ${gate.review}\nand be sent by: pawl approve ${status.workflowId} --test 0123456789ab --edited`,
    );
    await appendFile(join(gate.review, testFile), 'by hand\n');
    const byHand = await ask(null, ['y']);
    expect(byHand).toMatchObject({ sends: true, said: expect.stringContaining('+by hand') });
  });

  test('other files that were changed or left behind are named before anything is sent', async () => {
    await writeFile(join(gate.review, source), 'other code\n');
    await writeFile(join(gate.review, 'test/.a.test.js.swp'), '');
    const { said } = await ask(by('echo new > "$1"'), ['n']);
    expect(said).toContain('Not the test at the gate, and so likely refused: src/a.js');
    expect(said).toContain('Left out unless the plan names it: test/.a.test.js.swp');
  });

  test('a copy that no tree can hold, and one whose test is gone, are told in words', async () => {
    execFileSync('mkfifo', [join(gate.review, 'test/pipe')]);
    const piped = await ask(by('true'), ['y']);
    expect(piped).toMatchObject({ sends: false, asked: [], said: expect.stringContaining('test/pipe is a FIFO') });
    await rm(join(gate.review, 'test'), { recursive: true });
    const gone = await ask(by('true'), ['n']);
    expect(gone.said).toContain(`None of the test's files is in the copy any more: ${testFile}`);
    expect(gone.said).toContain('-old');
  });

  test('without a copy, or with one on another machine, nothing is opened', async () => {
    expect((await ask(by('true'), [], { review: null })).said).toContain('no review copy');
    const away = await ask(by('true'), [], { review: '/nowhere/copy' });
    expect(away.said).toBe(
      'The review copy is not on this machine, or gone: /nowhere/copy\nIt was made on the host host-1.',
    );
  });

  test('a copy that git here can not read may be sent all the same: the run judges it', async () => {
    const sent = await ask(by('echo new > "$1"'), ['y'], { tree: 'f'.repeat(40) });
    expect(sent).toMatchObject({ sends: true, said: expect.stringContaining("can't be shown here") });
  });
});
