import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepositories } from '../../../src/adapters/git/repositories.js';
import { parseConfig } from '../../../src/adapters/git/config-text.js';
import { remoteSlug } from '../../../src/adapters/git/remote-slug.js';
import { removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';
import { noPeople } from './fixture.js';

afterEach(removeRepositories);

describe('author and signing follow the checkout (design 5)', () => {
  test('repository, then the person, with includes; EMAIL last; the environment first', async () => {
    const home = await temporaryFolder('pawl-home');
    const origin = await repository({ a: 'x' });
    await origin.git('config', '--unset', 'user.name');
    await origin.git('config', '--unset', 'user.email');
    const settings = join(home, '.gitconfig');
    await writeFile(settings, `[user]\n\tname = Grace\n[includeIf "gitdir:${origin.path}/"]\n\tpath = ~/work.inc\n`);
    const common = { home, path: process.env['PATH'] ?? '', gitGlobalConfig: settings, systemConfig: false };
    const people = { ...noPeople, email: 'last@example.org' };
    const authorOf = async (more: Partial<Parameters<typeof createRepositories>[0]>) =>
      (await createRepositories({ ...common, people, ...more }).inspect(origin.path)).author;
    expect(await authorOf({})).toEqual({ name: 'Grace', email: 'last@example.org' });
    expect(await authorOf({ people: noPeople })).toBeNull();
    await writeFile(join(home, 'work.inc'), '[user]\n\temail = work@example.org\n[commit]\n\tgpgSign\n');
    expect(await authorOf({})).toEqual({ name: 'Grace', email: 'work@example.org' });
    await origin.git('config', 'author.name', 'By Repository');
    expect(await authorOf({})).toEqual({ name: 'By Repository', email: 'work@example.org' });
    const fromEnv = { ...people, authorName: 'By Env\n<x>', authorEmail: 'env@example.org' };
    expect(await authorOf({ people: fromEnv })).toEqual({ name: 'By Envx', email: 'env@example.org' });
    const elsewhere = join(home, 'elsewhere');
    await writeFile(elsewhere, '[user]\n\temail = set@example.org\n[include]\n\tpath = ~/work.inc\n');
    expect(await authorOf({ gitGlobalConfig: elsewhere })).toEqual({
      name: 'By Repository',
      email: 'work@example.org',
    });
    const signing = createRepositories({ ...common, people });
    expect((await signing.inspect(origin.path)).wantsSigning).toBe(true);
    await origin.git('config', 'commit.gpgsign', 'false');
    expect((await signing.inspect(origin.path)).wantsSigning).toBe(false);
  });

  test('remoteSlug reads https, ssh and scp forms and insteadOf; a local path has none', () => {
    const slug = (url: string, ...rest: readonly string[]) =>
      remoteSlug(parseConfig(Buffer.from([`remote.origin.url\n${url}`, ...rest].join('\0'))));
    expect(slug('https://github.com/acme/shop.git')).toBe('acme/shop');
    expect(slug('https://user:token@github.com/acme/shop/')).toBe('acme/shop');
    expect(slug('ssh://git@github.com:22/acme/shop.git')).toBe('acme/shop');
    expect(slug('git@github.com:acme/shop.git')).toBe('acme/shop');
    expect(slug('github.com:acme/shop')).toBe('acme/shop');
    expect(slug('https://gitlab.com/group/sub/shop.git')).toBe('group.sub/shop');
    expect(slug('https://h/ac%20me/$(x)/sh;op.git')).toBe('ac-me.-x/sh-op');
    expect(slug('gh:acme/shop', 'url.https://github.com/.insteadof\ngh:')).toBe('acme/shop');
    expect(slug('https://h/../..')).toBeNull();
    for (const local of [
      '/srv/git/shop.git',
      '../shop',
      './a:b',
      'file:///srv/shop.git',
      'C:\\code\\shop',
      'https://h/x',
    ]) {
      expect([local, slug(local)]).toEqual([local, null]);
    }
    expect(remoteSlug(parseConfig(Buffer.alloc(0)))).toBeNull();
  });
});
