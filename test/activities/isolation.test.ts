import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { briefUnder, isolate, offeredPaths } from '../../src/activities/isolation.js';
import { openRun } from '../../src/activities/run-facts.js';
import { takenReport } from '../../src/activities/taken.js';
import type { DeveloperBrief } from '../../src/domain/leaf/briefs.js';
import { standardRules, type Isolation } from '../../src/domain/run/discipline.js';
import { contents } from '../adapters/git/fixture.js';
import { git, temporaryFolder } from '../support/git-repos.js';
import { quickRig, removeQuickRigs, type QuickRig } from './quick-rig.js';

afterAll(removeQuickRigs);

const source = 'export function add(a, b) {\n  return a + secretHelper(b);\n}\n';
const files = { 'src/a.js': source, 'lib/b.py': 'def b(x):\n    return secretHelper(x)\n', 'src/data.json': '{}\n' };

async function runOn(at: QuickRig, isolation: Isolation = 'split') {
  return openRun(at.tools, await at.scope({ discipline: { ...standardRules, isolation } }));
}

async function red(at: QuickRig, isolation: Isolation = 'split') {
  const run = await runOn(at, isolation);
  const base = await at.trusted.treeOf(at.tip);
  const view = await isolate(run, { role: 'developer', phase: 'red', from: base });
  const folder = join(await temporaryFolder(), 'work');
  await view.lay(folder);
  const take = () => view.take(folder, base, ['src/a.js', 'test/a.test.js']);
  return { run, base, view, folder, take };
}

describe('isolation split (C-9, R-001-18)', () => {
  test('RED’s folder has no code, nor has its history; the brief has the signatures', async () => {
    const at = await quickRig(files);
    const { folder, view } = await red(at);
    const laid = Object.keys(await contents(folder)).sort();
    expect(laid).toEqual(['.tdd/issue-1.md', 'README.md', 'src/data.json', 'test/a.test.js']);
    const objects = await git(folder, ['cat-file', '--batch-check', '--batch-all-objects']);
    for (const line of objects.split('\n')) {
      const [id = '', kind] = line.split(' ');
      if (kind === 'blob') expect(await git(folder, ['cat-file', 'blob', id])).not.toContain('secretHelper');
    }
    expect(await git(folder, ['status', '--porcelain'])).toBe('');
    expect(view.signatures).toBe('lib/b.py\n    def b(x)\nsrc/a.js\n    export function add(a, b)');
  });

  test('what was left out is not deleted when the tree is taken: the tree is whole, and only the test is a change', async () => {
    const at = await quickRig(files);
    const { run, base, folder, take } = await red(at);
    await writeFile(join(folder, 'test/a.test.js'), 'changed\n');
    const taken = await take();
    expect(taken.changes).toEqual([{ kind: 'modified', path: 'test/a.test.js', mode: '100644' }]);
    expect(await at.trusted.readFile(taken.tree, 'src/a.js')).toBe(source);
    const rules = { phase: 'red', base, wanted: ['src/a.js', 'test/a.test.js'], frozen: [] } as const;
    expect(await takenReport(run, rules, taken)).toMatchObject({ refusals: [], testFiles: ['test/a.test.js'] });
  });

  test('code that a leaf writes in the place of what was left out is refused as code', async () => {
    const at = await quickRig(files);
    const { run, base, folder, take } = await red(at);
    await rm(join(folder, 'src'), { recursive: true });
    const deleted = await take();
    expect(deleted.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['deleted src/data.json']);
    await writeFile(join(folder, 'test/a.test.js'), 'changed\n');
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src/data.json'), '{}\n');
    await writeFile(join(folder, 'src/a.js'), 'export const add = 1;\n');
    const rules = { phase: 'red', base, wanted: ['src/a.js', 'test/a.test.js'], frozen: [] } as const;
    const report = await takenReport(run, rules, await take());
    expect(report.refusals).toEqual([expect.stringMatching(/^src\/a\.js \(modified\): is no test file/)]);
  });

  test('open: all of it is there, and no signatures', async () => {
    const at = await quickRig(files);
    const { folder, view } = await red(at, 'open');
    expect(await readFile(join(folder, 'src/a.js'), 'utf8')).toBe(source);
    expect(view.signatures).toBeNull();
  });

  test('a Rust file whose tests stand in it can not be left out, and this is said', async () => {
    const rust = 'pub fn a() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n';
    const at = await quickRig({ ...files, 'src/lib.rs': rust, 'src/plain.rs': 'pub fn p() {}\n' });
    const { folder, view } = await red(at);
    const laid = Object.keys(await contents(folder));
    expect(laid).toContain('src/lib.rs');
    expect(laid).not.toContain('src/plain.rs');
    expect(view.notes).toEqual([expect.stringContaining('tests beside their code: src/lib.rs')]);
  });

  test('GREEN’s brief has no test, no other criterion and no list of tests; a debugger’s has all', async () => {
    const at = await quickRig(files);
    const run = await runOn(at);
    const brief: DeveloperBrief = {
      ...{
        phase: 'green',
        criterion: 'one',
        gear: 'review-before',
        testCommand: 'node --test',
        newTests: 1,
        specs: [],
      },
      issue: { title: 'Numbers', body: 'criteria one and two' },
      step: { id: '1', title: 'n1' },
      files: ['src/a.js', 'test/a.test.js'],
      ...{ feedback: [], redTests: ['a > one'], answers: [], targets: [], findings: [], memory: [], instructions: [] },
      offeredTest: 'diff of a test',
      scopeCheck: 'enforced',
    };
    const wish = { phase: 'green', from: at.tip } as const;
    const told = briefUnder(run, { ...wish, role: 'developer' }, brief);
    expect(told).toMatchObject({ files: ['src/a.js'], offeredTest: null, redTests: ['a > one'], criterion: 'one' });
    expect(told.issue.body).not.toContain('criteria');
    expect(briefUnder(run, { ...wish, role: 'debugger' }, brief)).toBe(brief);
    expect(briefUnder(await runOn(at, 'open'), { ...wish, role: 'developer' }, brief)).toBe(brief);
  });

  test('of a kept attempt RED is shown the tests alone', async () => {
    const at = await quickRig(files);
    const run = await runOn(at);
    const base = await at.trusted.treeOf(at.tip);
    const attempt = await at.trusted.withFiles(base, { 'src/a.js': 'x\n', 'test/a.test.js': 'y\n' });
    const wish = { role: 'developer', phase: 'red', from: base } as const;
    expect(await offeredPaths(run, wish, { base, attempt })).toEqual(['test/a.test.js']);
    expect(await offeredPaths(await runOn(at, 'open'), wish, { base, attempt })).toBeUndefined();
  });
});

describe('file policy over real trees', () => {
  const rust = 'pub fn a() -> u8 { 1 }\n';
  const withTest = `${rust}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() { assert_eq!(super::a(), 2); }\n}\n`;
  const manifest = (jest: string): string => `{"name":"x","scripts":{"test":"node --test"},"jest":{"a":${jest}}}\n`;

  async function taken(phase: 'red' | 'green', text: Readonly<Record<string, string>>, frozen: readonly string[] = []) {
    const at = await quickRig({ 'src/lib.rs': phase === 'red' ? rust : withTest, 'package.json': manifest('1') });
    const run = await runOn(at, 'open');
    const base = await at.trusted.treeOf(at.tip);
    const tree = await at.trusted.withFiles(base, text);
    const changes = await at.trusted.changes(base, tree);
    const wanted = ['src/lib.rs', 'package.json', 'src/a.js'];
    return takenReport(
      run,
      { phase, base, wanted, frozen },
      { tree, changes, leftOut: [], refused: [], rejects: [], notes: [] },
    );
  }

  test('RED: a new test module at the end of a Rust file makes it a test file', async () => {
    expect(await taken('red', { 'src/lib.rs': withTest })).toMatchObject({ refusals: [], testFiles: ['src/lib.rs'] });
  });

  test('RED: code beside it is refused', async () => {
    const report = await taken('red', { 'src/lib.rs': withTest.replace('{ 1 }', '{ 2 }') });
    expect(report).toMatchObject({ testFiles: [], refusals: [expect.stringContaining('outside of its #[cfg(test)]')] });
  });

  test('F42, R12: GREEN may mend the code of that file and not its test', async () => {
    const mended = withTest.replace('{ 1 }', '{ 2 }');
    expect(await taken('green', { 'src/lib.rs': mended }, ['src/lib.rs'])).toMatchObject({ refusals: [] });
    const softened = mended.replace('assert_eq!(super::a(), 2)', 'assert!(true)');
    const report = await taken('green', { 'src/lib.rs': softened }, ['src/lib.rs']);
    expect(report.refusals).toEqual([expect.stringContaining('holds the red test in a #[cfg(test)] module')]);
  });

  test('a Rust file that can not be divided counts as code, said aloud', async () => {
    const report = await taken('red', { 'src/lib.rs': `${withTest}{` });
    expect(report.refusals).toEqual([expect.stringContaining('is no test file')]);
    expect(report.notes).toEqual([expect.stringContaining("src/lib.rs can't be divided into code and tests")]);
  });

  test('R12 d: the runner’s section of a planned manifest is refused by file and section, the rest is not', async () => {
    const refused = await taken('green', { 'package.json': manifest('2') });
    expect(refused.refusals).toEqual([
      expect.stringMatching(/^package\.json \(modified\): its part "jest" is changed/),
    ]);
    const more = manifest('1').replace('"name":"x"', '"name":"x","dependencies":{}');
    expect(await taken('green', { 'package.json': more })).toMatchObject({ refusals: [] });
  });
});
