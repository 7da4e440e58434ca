import { appendFile, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createNodeTest } from '../../../src/adapters/runners/node-test/node-test.js';
import { createPytest } from '../../../src/adapters/runners/pytest/pytest.js';
import { createSeals } from '../../../src/adapters/runners/sealed-file.js';
import { pytestHere } from '../../support/pytest.js';
import { runTests } from '../../support/test-runs.js';

/** T11: results that the tests themselves, or a leaf through them, made up. */
const head = "import test from 'node:test'; import assert from 'node:assert'; import fs from 'node:fs';\n";
const fails = "test('fails', () => assert(0));";
/** Finds the result folder as a test could: in the arguments of the runner that started it. */
const seek = `
  const args = fs.readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0');
  const folder = new URL('.', args.find((one) => one.startsWith('--test-reporter=file:')).slice('--test-reporter='.length));
  const events = new URL('pawl-events.jsonl', folder);\n`;
const pass = JSON.stringify({ type: 'pass', nesting: 0, name: 'fails', file: 'test/a.test.js', line: 2, column: 1 });
const runner = createNodeTest();

const run = (body: string, spoil?: (results: string) => Promise<void>) =>
  runTests(runner, {
    argv: ['node', '--test'],
    files: { 'package.json': '{"type":"module"}', 'test/a.test.js': head + body },
    ...(spoil === undefined ? {} : { spoil }),
  });

describe('T11: a forged result of node:test is never a pass', () => {
  test.each([
    ['prints a passing protocol', `console.log('TAP version 13\\nok 1 - fails\\n# pass 1'); ${fails}`],
    ['writes a JUnit file', `fs.writeFileSync('junit.xml', '<testsuite tests="1" failures="0"/>'); ${fails}`],
  ])('a test file %s', async (_how, body) => {
    const { report } = await run(body);
    expect(report.tests).toMatchObject([{ name: 'fails', state: 'failed' }]);
  });

  test.each([
    ['adds a line', `fs.appendFileSync(events, '0'.repeat(32) + ' ' + ${JSON.stringify(pass)} + '\\n');`],
    [
      'adds a line of the right look',
      `fs.appendFileSync(events, fs.readFileSync(events, 'utf8').split('\\n')[0] + '\\n');`,
    ],
    ['puts a file in its place', `fs.rmSync(events); fs.writeFileSync(events, '0'.repeat(32) + ' {"type":"end"}\\n');`],
    ['puts a link in its place', `fs.rmSync(events); fs.symlinkSync('/dev/null', events);`],
    ['empties the file', `fs.truncateSync(events);`],
    ['ends the runner', `process.kill(process.ppid, 'SIGKILL');`],
  ])('a test %s', async (_how, deed) => {
    const { report } = await run(`${seek} test('forges', () => { ${deed} }); ${fails}`);
    expect(report.problem).not.toBeNull();
    expect(['cannot-tell', 'framework']).toContain(report.problemKind);
  });

  test('the key is gone before a test can read it', async () => {
    const { report } = await run(
      `${seek} test('looks', () => assert.deepEqual(fs.readdirSync(folder).sort(), ['pawl-events.jsonl', 'pawl-preload.mjs', 'pawl-reporter.mjs']));`,
    );
    expect(report.tests).toMatchObject([{ name: 'looks', state: 'passed' }]);
  });

  test.each<[string, (results: string) => Promise<void>, string]>([
    ['is cut off', (folder) => truncate(join(folder, 'pawl-events.jsonl'), 200), 'ends early'],
    ['is gone', (folder) => rm(join(folder, 'pawl-events.jsonl')), 'before any test began'],
    [
      'is a folder',
      async (folder) => {
        await rm(join(folder, 'pawl-events.jsonl'));
        await mkdir(join(folder, 'pawl-events.jsonl'));
      },
      'not a plain file',
    ],
    [
      'is a link',
      async (folder) => {
        await rm(join(folder, 'pawl-events.jsonl'));
        await symlink('/etc/passwd', join(folder, 'pawl-events.jsonl'));
      },
      'not a plain file',
    ],
    [
      'is larger than 64 MiB',
      (folder) => truncate(join(folder, 'pawl-events.jsonl'), 64 * 1024 * 1024 + 1),
      'larger than 64 MiB',
    ],
    [
      'has bytes behind its end',
      (folder) => appendFile(join(folder, 'pawl-events.jsonl'), Buffer.from([0xff, 0x00, 0x0a])),
      'was not written by the runner',
    ],
  ])('a result that %s', async (_how, spoil, said) => {
    const { report } = await run(fails, spoil);
    expect(report.tests.filter((one) => one.state === 'passed')).toEqual([]);
    expect(report.problem).toContain(said);
  });

  test('a crash record that a test spoils harms nobody', async () => {
    const { report } = await run("throw new Error('mine')", (folder) =>
      appendFile(
        join(folder, 'pawl-crashes.jsonl'),
        'null\n[]\n{"entry":7}\n{"ppid":{},"error":[]}\nnot json \u0000\n',
      ),
    );
    expect(report.fileFailures).toMatchObject([{ failure: { kind: 'error', message: 'mine' } }]);
  });
});

describe('a result belongs to one run', () => {
  test('one of another run is not taken', async () => {
    let stolen = '';
    await run("test('passes', () => {});", async (folder) => {
      stolen = await readFile(join(folder, 'pawl-events.jsonl'), 'utf8');
    });
    const { report } = await run(fails, (folder) => writeFile(join(folder, 'pawl-events.jsonl'), stolen));
    expect(report).toMatchObject({ tests: [], problemKind: 'cannot-tell' });
  });

  test('it is read once, and by the adapter that planned the run', async () => {
    expect(await createSeals().read('/nowhere')).toEqual({
      kind: 'spoilt',
      why: 'it belongs to no run of this worker',
    });
  });
});

describe('T11: a forged result of pytest is never a pass', () => {
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    ({ env } = await pytestHere());
  });

  const python =
    'import os, sys\nfolder = os.environ["PYTHONPATH"].split(":")[0]\nevents = os.path.join(folder, "pawl-events.jsonl")\n';
  test.each([
    ['adds a line', 'open(events, "a").write("0" * 32 + " {}\\n")'],
    ['puts a file in its place', 'os.unlink(events); open(events, "w").write("")'],
    ['ends the process with exit code 0', 'os._exit(0)'],
  ])('a test %s', async (_how, deed) => {
    const files = { 'test_a.py': `${python}def test_forges():\n    ${deed}\ndef test_fails(): assert 0\n` };
    const { report } = await runTests(createPytest(), { argv: ['pytest'], files, env });
    expect(report).toMatchObject({ problemKind: 'cannot-tell' });
    expect(report.tests.some((one) => one.name === 'test_fails' && one.state === 'passed')).toBe(false);
  });

  test('the key is gone before a test can read it, and a process that a test starts gets none', async () => {
    const body = 'import subprocess\ndef test_key(): assert "pawl-key" not in os.listdir(folder)\n';
    const inner =
      'def test_inner():\n    assert subprocess.run([sys.executable, "-m", "pytest", "-p", "pawl_pytest_report", "inner.py"]).returncode == 5\n';
    const files = { 'test_a.py': python + body + inner, 'inner.py': '' };
    const { report } = await runTests(createPytest(), { argv: ['pytest'], files, env });
    expect(report).toMatchObject({ problem: null, tests: [{ state: 'passed' }, { state: 'passed' }] });
  });
});
