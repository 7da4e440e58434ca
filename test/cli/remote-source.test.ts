import { expect, test } from '@jest/globals';
import { remoteSource } from '../../src/cli/start/remote-source.js';

const url = 'https://github.com/Acme/shop.git';

test.each([
  [
    'docs/issue.md',
    null,
    { kind: 'file', file: 'docs/issue.md', slug: 'docs--issue' },
    'tdd/acme/shop/file-docs--issue',
  ],
  ['./docs//issue.md', 42, { kind: 'file', file: 'docs/issue.md', issueNumber: 42 }, 'tdd/acme/shop/issue-42'],
  ['specs/0007-export', null, { kind: 'spec', folder: 'specs/0007-export' }, 'tdd/acme/shop/spec-0007-export'],
  ['specs/0007-export/', null, { kind: 'spec', file: 'specs/0007-export/tasks.md' }, 'tdd/acme/shop/spec-0007-export'],
  ['specs/0007-export/tasks.md', null, { kind: 'spec', slug: '0007-export' }, 'tdd/acme/shop/spec-0007-export'],
])('%s of a remote, issue %s', (typed, issue, input, id) => {
  const source = remoteSource(typed, url, issue);
  expect(source).toMatchObject({ workflowId: id, input: { ...input, origin: url } });
  expect(source.path).toBe(source.input.file);
});

test.each(['/etc/passwd', '../x.md', 'docs/../../x.md', '.', ''])('%j leads nowhere in a repository', (typed) => {
  expect(() => remoteSource(typed, url, null)).toThrow('is no path inside of a repository');
});

test('T7: a URL that could start a program is wrong use, with an example', () => {
  expect(() => remoteSource('docs/issue.md', 'ext::sh -c x', null)).toThrow(/--origin: .* for example: pawl run docs/s);
});
