import { afterAll, expect, test } from '@jest/globals';
import { removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';
import { createRepositories } from '../../../src/adapters/git/repositories.js';

afterAll(removeRepositories);

test('R-001-10: lines added and removed in each file, whatever its name; none for what is no text', async () => {
  const origin = await repository({
    'a.js': '1\n2\n3\n',
    'gone.js': 'x\ny\n',
    'same.js': '=\n',
    'b.bin': Buffer.from([0, 1]),
  });
  const from = await origin.git('rev-parse', 'HEAD');
  const to = await origin.commit({
    'a.js': '1\n2b\n3\n4\n',
    'gone.js': null,
    'moved.js': 'x\ny\n',
    'b.bin': Buffer.from([0, 2]),
    'tab\tand "ü".js': 'new\n',
  });
  const home = await temporaryFolder('pawl-home');
  const trusted = await createRepositories({
    home,
    path: process.env['PATH'] ?? '',
    gitGlobalConfig: `${home}/none`,
    people: { authorName: null, authorEmail: null, email: null },
    systemConfig: false,
  }).open(origin);
  await trusted.fetch();
  expect(await trusted.changedLines(from, to)).toEqual([
    { path: 'a.js', added: 2, removed: 1 },
    { path: 'b.bin', added: 0, removed: 0 },
    { path: 'gone.js', added: 0, removed: 2 },
    { path: 'moved.js', added: 2, removed: 0 },
    { path: 'tab\tand "ü".js', added: 1, removed: 0 },
  ]);
  expect(await trusted.changedLines(from, from)).toEqual([]);
});
