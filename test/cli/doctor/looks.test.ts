import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { lookAtEditor, onPath } from '../../../src/cli/doctor/helpers.js';
import { judgeHome, lookAtHome } from '../../../src/cli/doctor/machine.js';
import { pawlJsonIn } from '../../../src/cli/doctor/settings.js';
import { isAtLeast, versionIn } from '../../../src/cli/doctor/versions.js';
import { detectTestCommands, speaksFor } from '../../../src/local/test-commands.js';
import { removeRepositories, temporaryFolder, writeTree } from '../../support/git-repos.js';

afterAll(removeRepositories);

describe('versions', () => {
  test.each([
    ['git version 2.39.5 (Apple Git-154)', '2.39.5'],
    ['2.1.332 (Claude Code)', '2.1.332'],
    ['v20.11.1', '20.11.1'],
    ['none', null],
    [`${'x'.repeat(2_000)} 1.2.3`, null],
  ])('in %j', (text, version) => {
    expect(versionIn(text)).toBe(version);
  });

  test('are compared by numbers', () => {
    expect([isAtLeast('2.9.0', '2.36'), isAtLeast('2.36', '2.36.0'), isAtLeast('3.0', '2.36')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("a look at Pawl's home", () => {
  test('one that is not there is judged by the folder in which it would be made, and is not made', async () => {
    const folder = await temporaryFolder('pawl doctor ü');
    const path = join(folder, 'a', 'b', 'home');
    const look = await lookAtHome(path);
    expect(look).toMatchObject({ path, problem: null, isThere: false });
    expect(look.freeBytes).toBeGreaterThan(0);
    expect(await lookAtHome(folder)).toMatchObject({ isThere: true, problem: null });
  });

  test('a file in its place, or above it, is a failure', async () => {
    const folder = await temporaryFolder('pawl-doctor');
    await writeFile(join(folder, 'file'), '');
    expect(judgeHome(await lookAtHome(join(folder, 'file'))).found).toBe(`${join(folder, 'file')} is no folder`);
    expect(judgeHome(await lookAtHome(join(folder, 'file', 'home'))).level).toBe('fail');
  });
});

describe('programs on PATH', () => {
  test('only what can be run counts, and entries that are not absolute are passed over', async () => {
    const folder = await temporaryFolder('pawl-doctor');
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    for (const bin of [one, two]) await mkdir(bin);
    await writeFile(join(one, 'nano'), '');
    await writeFile(join(two, 'nano'), '');
    await chmod(join(two, 'nano'), 0o755);
    const path = `.:bin:${one}:${two}`;
    expect(await onPath('nano', path)).toBe(join(two, 'nano'));
    expect(await onPath('vi', path)).toBeNull();
    expect(await lookAtEditor('nano -w', path)).toMatchObject({ level: 'ok', found: 'nano -w' });
    expect(await lookAtEditor(`"${join(two, 'nano')}" -w`, '')).toMatchObject({ level: 'ok' });
    expect(await lookAtEditor('emacs', path)).toMatchObject({ level: 'warn', fix: 'export EDITOR=nano' });
    expect(await lookAtEditor(null, path)).toMatchObject({ level: 'warn' });
  });
});

describe('a look at a work tree', () => {
  test('pawl.json: there, absent, a folder in its place', async () => {
    const folder = await temporaryFolder('pawl-doctor');
    expect(await pawlJsonIn(folder)).toEqual({ text: null, problem: null });
    await mkdir(join(folder, 'pawl.json'));
    expect((await pawlJsonIn(folder)).problem).toContain('EISDIR');
  });

  test('R16: its test commands are seen as preflight would see them; what is installed is passed over', async () => {
    const folder = await temporaryFolder('pawl-doctor');
    await writeTree(folder, {
      'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
      'node_modules/x/test_x.py': 'def test_x(): pass\n',
      'test/a.test.js': "import test from 'node:test';\ntest('a', () => undefined);\n",
    });
    const { known, found } = await detectTestCommands(folder);
    expect(found).toHaveLength(1);
    expect(known).toEqual(expect.arrayContaining(['node:test', 'pytest']));
    expect(await speaksFor(folder, found[0] ?? '')).toBe(true);
    expect(await speaksFor(folder, "echo 'x")).toBeNull();
  });

  test('R16: tests of projects below the top, as a run would find and name them', async () => {
    const folder = await temporaryFolder('pawl-doctor');
    await writeTree(folder, { 'services/a/go.mod': 'module a\n', 'services/b/go.mod': 'module b\n' });
    const { known, found } = await detectTestCommands(folder);
    expect(found).toEqual(['cd services/a && go test ./...', 'cd services/b && go test ./...']);
    expect(known).not.toContain('command');
    expect(await speaksFor(folder, 'cd services/a && go test ./...')).toBe(true);
  });
});
