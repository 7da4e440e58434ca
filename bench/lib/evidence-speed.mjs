import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createRepositories } from '../../dist/adapters/git/repositories.js';
import { createRunners } from '../../dist/adapters/runners/runners.js';
import { quantiles } from './story.mjs';

const tests = 1_000;
const files = 1_000;

/**
 * What Pawl adds around one test run: laying a clean export, beside `git worktree add` and a plain copy of the same
 * 1,000 files; and reading the result of 1,000 tests, beside parsing its bytes alone.
 * @param {{ rounds: number }} wish
 */
export async function measureEvidence({ rounds }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-bench-evidence-')));
  try {
    return { ...(await measureExport(folder, rounds)), ...(await measureReading(folder, rounds)) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function measureExport(/** @type {string} */ folder, /** @type {number} */ rounds) {
  const origin = join(folder, 'origin');
  for (let at = 0; at < files; at += 1) {
    const place = join(origin, 'src', `part-${at % 40}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file-${at}.js`), `// ${at}\n${'export const a = 1;\n'.repeat(100)}`);
  }
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], { cwd: origin }).toString();
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'bench');
  const home = join(folder, 'home');
  mkdirSync(home);
  const repository = await createRepositories({
    home,
    path: process.env['PATH'] ?? '',
    gitGlobalConfig: join(home, 'none'),
    people: { authorName: null, authorEmail: null, email: null },
  }).open({ path: origin, gitDir: join(origin, '.git') });
  await repository.fetch();
  const tree = await repository.treeOf(git('rev-parse', 'HEAD').trim());
  return sideBySide(
    rounds,
    {
      export1000Files: (/** @type {string} */ at) => repository.exportTree(tree, at),
      gitWorktreeAdd: (/** @type {string} */ at) => void git('worktree', 'add', '--quiet', '--detach', at),
      plainCopy: (/** @type {string} */ at) => cpSync(join(origin, 'src'), at, { recursive: true }),
    },
    folder,
  );
}

/** One of each in turn, so that a busy moment of the machine falls on all of them; the first round only warms up. */
async function sideBySide(
  /** @type {number} */ rounds,
  /** @type {Record<string, (at: string) => unknown>} */ jobs,
  /** @type {string} */ folder,
) {
  /** @type {Record<string, number[]>} */
  const took = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, work] of Object.entries(jobs)) {
      const at = join(folder, `${name}-${round}`);
      const began = performance.now();
      await work(at);
      if (round > 0) took[name].push(performance.now() - began);
      rmSync(at, { recursive: true, force: true });
    }
  }
  return Object.fromEntries(Object.entries(took).map(([name, values]) => [`${name}Ms`, withBest(values)]));
}

/** A plan serves one run, so that each reading has a run of its own: their time is not counted. */
async function measureReading(/** @type {string} */ folder, /** @type {number} */ rounds) {
  /** @type {Record<string, number[]>} */
  const took = {
    readNodeTest1000: [],
    readNodeTest1000Cpu: [],
    parseNodeTestOnly: [],
    readJunit1000: [],
    readJunit1000Cpu: [],
  };
  for (let round = 0; round <= rounds; round += 1) {
    const node = await readNodeTest(join(folder, `node-${round}`));
    const junit = await readJunit(join(folder, `junit-${round}`));
    if (round === 0) continue;
    took.readNodeTest1000.push(node.readMs);
    took.readNodeTest1000Cpu.push(node.cpuMs);
    took.parseNodeTestOnly.push(node.parseMs);
    took.readJunit1000.push(junit.readMs);
    took.readJunit1000Cpu.push(junit.cpuMs);
  }
  return Object.fromEntries(Object.entries(took).map(([name, values]) => [`${name}Ms`, withBest(values)]));
}

async function readNodeTest(/** @type {string} */ folder) {
  const root = join(folder, 'tree');
  mkdirSync(join(root, 'test'), { recursive: true });
  for (let file = 0; file < 20; file += 1) {
    const lines = Array.from({ length: tests / 20 }, (_, at) => `test('file ${file} says ${at}', () => {});`);
    writeFileSync(
      join(root, 'test', `part-${file}.test.js`),
      `const { test } = require('node:test');\n${lines.join('\n')}\n`,
    );
  }
  const { readMs, cpuMs, texts } = await timed(folder, root, { runner: 'node:test', argv: ['node', '--test'] });
  const began = performance.now();
  // Each line is a seal, a blank and a record.
  for (const line of texts.join('\n').split('\n')) if (line !== '') JSON.parse(line.slice(line.indexOf('{')));
  return { readMs, cpuMs, parseMs: performance.now() - began };
}

async function readJunit(/** @type {string} */ folder) {
  const root = join(folder, 'tree');
  mkdirSync(root, { recursive: true });
  const cases = Array.from(
    { length: tests },
    (_, at) => `<testcase classname="shop.Cart" name="says ${at}" time="0.001"/>`,
  );
  writeFileSync(
    join(folder, 'all.xml'),
    `<testsuites><testsuite name="all" tests="${tests}">${cases.join('\n')}</testsuite></testsuites>`,
  );
  const argv = ['sh', '-c', `mkdir reports && cat ${join(folder, 'all.xml')} > reports/all.xml`];
  return timed(folder, root, { runner: 'command', argv, results: 'junit:reports' });
}

async function timed(folder, root, command) {
  const results = join(folder, 'results');
  mkdirSync(results, { recursive: true });
  const runner = createRunners().find(({ name }) => name === command.runner);
  if (runner === undefined) throw new Error(`no runner ${command.runner}`);
  const plan = runner.plan({ ...command, source: 'flag' }, results);
  const [program, ...args] = plan.argv;
  execFileSync(program, args, { cwd: root, env: { ...process.env, ...plan.env }, stdio: 'ignore' });
  const output = { path: '', bytes: 0, truncated: false, tail: '' };
  const ended = { end: 'exited', exitCode: 0, signal: null, problem: null, durationMs: 0, survivorsEnded: 0 };
  const texts = readdirSync(results)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(results, name), 'utf8'));
  const cpu = process.cpuUsage();
  const began = performance.now();
  const report = await runner.read({ ...command, source: 'flag' }, results, root, {
    ...ended,
    out: output,
    err: output,
  });
  const readMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  if (report.tests.length !== tests) throw new Error(`${report.tests.length} tests: ${report.problem ?? ''}`);
  return { readMs, cpuMs: (user + system) / 1_000, texts };
}

/** The best round too: on a busy machine it says most about the work itself. */
function withBest(/** @type {number[]} */ values) {
  return { ...quantiles(values), best: Math.round(Math.min(...values)) };
}
