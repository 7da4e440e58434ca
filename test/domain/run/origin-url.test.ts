import { expect, test } from '@jest/globals';
import { renderOrigin } from '../../../src/domain/run/names.js';
import { isRemoteOrigin, readOriginUrl, remoteName } from '../../../src/domain/run/origin-url.js';

test.each([
  ['https://github.com/acme/shop', 'https', 'acme/shop'],
  ['https://github.com/Acme/Shop.git/', 'https', 'acme/shop'],
  ['https://git.example.org:8443/group/sub/shop', 'https', 'group.sub/shop'],
  ['ssh://git@github.com/acme/shop.git', 'ssh', 'acme/shop'],
  ['ssh://git@[::1]:22/acme/shop', 'ssh', 'acme/shop'],
  ['git@github.com:acme/shop.git', 'ssh', 'acme/shop'],
  ['git://10.0.0.1:9418/acme/shop.git', 'git', 'acme/shop'],
  ['git://10.0.0.1/shop.git', 'git', expect.stringMatching(/^local\/shop-[0-9a-f]{6}$/)],
  ['file:///srv/git/acme/shop.git', 'file', expect.stringMatching(/^local\/shop-[0-9a-f]{6}$/)],
])('%s is a remote, by %s, named %s', (typed, scheme, name) => {
  const read = readOriginUrl(typed);
  if (read.kind !== 'url') throw new Error(read.why);
  expect(read.origin).toMatchObject({ url: typed, scheme });
  expect(renderOrigin(remoteName(read.origin))).toEqual(name);
  expect(isRemoteOrigin(typed)).toBe(true);
});

test.each([
  ['ext::sh -c touch% /tmp/x', 'blanks'],
  ['ext::sh', 'names a program'],
  ['fd::17', 'names a program'],
  ['transport::https://host/x/y', 'names a program'],
  ['--upload-pack=touch', 'an option'],
  ['-oProxyCommand=x:y/z', 'an option'],
  ['ssh://-oProxyCommand=touch/x/y', 'an option'],
  ['git@-oProxyCommand=touch:x/y', 'is no URL'],
  ['git@-host.example:x/y', 'an option'],
  ['host.example:-x', 'an option'],
  ['http://host/acme/shop', 'reached by "http"'],
  ['ftp://host/acme/shop', 'reached by "ftp"'],
  ['https://ann:s3cret@host/acme/shop', 'would stand in the run'],
  ['https://ghp_token@host/acme/shop', 'would stand in the run'],
  ['ssh://git:s3cret@host/acme/shop', 'would stand in the run'],
  ['https://host/acme/shop?x=1', 'names no repository'],
  ['https://host', 'names no repository'],
  ['https:///acme/shop', 'names no host'],
  ['file://host/srv/x', 'names no host'],
  ['../shop', 'is no URL'],
  ['shop', 'is no URL'],
  ['C:\\shop', 'is no URL'],
  ['', 'empty'],
])('T7: %s is refused, with what was expected and without a secret', (typed, why) => {
  const read = readOriginUrl(typed);
  if (read.kind !== 'problem') throw new Error('it was taken');
  expect(read.why).toContain(why);
  expect(read.why).toContain('; expected https://host/owner/repo');
  expect(read.why).not.toMatch(/s3cret|ghp_token/);
});

test('a folder is no remote', () => {
  expect(isRemoteOrigin('/srv/git/shop')).toBe(false);
});
