import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { holdInterrupts } from '../../src/cli/editor/hold-interrupts.js';
import { openEditor } from '../../src/cli/editor/open-editor.js';
import { removeRepositories, temporaryFolder } from '../support/git-repos.js';

afterAll(removeRepositories);

async function script(text: string): Promise<{ folder: string; argv: [string] }> {
  const folder = await temporaryFolder('pawl-editor');
  const path = join(folder, 'edit me');
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o700);
  return { folder, argv: [path] };
}

describe('an editor on the terminal', () => {
  test('gets its own arguments, then the files, odd names as they are, in the copy', async () => {
    const { folder, argv } = await script('pwd > said; for word in "$@"; do echo "<$word>" >> said; done');
    const files = [join(folder, '-n $HOME `date`.js'), join(folder, 'b "c".js')];
    expect(await openEditor([...argv, '--wait'], files, folder)).toEqual({ kind: 'closed' });
    const said = (await readFile(join(folder, 'said'), 'utf8')).trimEnd().split('\n');
    expect(said.slice(1)).toEqual(['<--wait>', ...files.map((file) => `<${file}>`)]);
  });

  test.each([
    ['exit 3', 'it ended with exit code 3'],
    ['kill -KILL $$', 'it was ended by SIGKILL'],
  ])('"%s" is a failure in words', async (text, why) => {
    const { folder, argv } = await script(text);
    expect(await openEditor(argv, [], folder)).toEqual({ kind: 'failed', why });
  });

  test('one that is not there, and one that can not be started, are failures in words', async () => {
    const { folder } = await script('');
    const missing = await openEditor(['no-such-editor'], [], folder);
    expect(missing).toEqual({
      kind: 'failed',
      why: expect.stringMatching(/"no-such-editor" can't be started: .*ENOENT/),
    });
    expect(await openEditor(['a\0b'], [], folder)).toMatchObject({ kind: 'failed' });
  });
});

test('while an editor has the terminal, Ctrl-C is its own; afterwards it is the command again', () => {
  const heard: string[] = [];
  const listener = (): void => void heard.push('command');
  process.on('SIGINT', listener);
  try {
    const release = holdInterrupts();
    expect(process.listenerCount('SIGINT')).toBe(1);
    process.emit('SIGINT');
    process.emit('SIGQUIT');
    expect(heard).toEqual([]);
    release();
    process.emit('SIGINT');
    expect(heard).toEqual(['command']);
  } finally {
    process.off('SIGINT', listener);
  }
});
