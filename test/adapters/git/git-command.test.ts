import { afterEach, describe, expect, test } from '@jest/globals';
import { runGit } from '../../../src/adapters/git/git-command.js';
import { gitEnvironment } from '../../../src/adapters/git/git-environment.js';
import { removeRepositories, temporaryFolder } from '../../support/git-repos.js';

afterEach(removeRepositories);

describe('runGit: simple-git with its gaps closed', () => {
  const call = async (args: readonly string[], more: { input?: string; maxBytes?: number } = {}) => {
    const cwd = await temporaryFolder();
    const env = { ...gitEnvironment(process.env['PATH'] ?? '', cwd), GIT_DIR: cwd };
    await runGit({ args: ['init', '--quiet', '--bare'], env, cwd });
    return runGit({ args, env, cwd, ...more });
  };

  test('a command that prints nothing does not wait', async () => {
    const times: number[] = [];
    // Two silent commands each; simple-git alone waits 50 ms after either. One round without the wait shows that there
    // is none, and on a loaded machine it may take many to see one.
    for (let round = 0; round < 100 && Math.min(...times) >= 90; round += 1) {
      const started = performance.now();
      await call(['config', 'a.b', 'c']);
      times.push(performance.now() - started);
    }
    expect(Math.min(...times)).toBeLessThan(90);
  });

  test('a silent exit code 1 is no success, standard input is closed, bytes come whole', async () => {
    expect((await call(['config', 'no.such'])).code).toBe(1);
    expect((await call(['hash-object', '--stdin'])).out.toString()).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n');
    const bytes = Buffer.from([0, 255, 10, 13, 200]).toString('latin1');
    expect((await call(['stripspace'], { input: bytes })).code).toBe(0);
    expect((await call(['nonsense'])).err).toContain("'nonsense' is not a git command");
  });

  test('an option that only begins like one is refused', async () => {
    expect((await call(['ls-remote', '--upload-pac=x', '.'])).code).not.toBe(0);
    await expect(call(['ls-remote', '--upload-pack=x', '.'])).rejects.toThrow(/not permitted/);
  });
});
