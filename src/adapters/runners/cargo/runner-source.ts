/**
 * What cargo starts in place of each test program, and rustdoc in place of itself: it starts the real one, which has
 * neither cargo's output nor this program's, and tells each line of it as data between a beginning and an end. So it
 * is known which program said what and how each ended, and what a test prints past libtest's capture looks like
 * nothing of cargo's.
 *
 * libtest writes JSON only where unstable options are allowed. The variable that allows them is set for the finished
 * test program alone: set for the build it would change what crates compile themselves to. A target with
 * `harness = false` gets no arguments of libtest and counts as one test, by its exit code.
 */
export const runnerFile = 'pawl-cargo-runner.cjs';
export const rustdocFile = 'pawl-rustdoc';

export function rustdocSource(nodePath: string, script: string): string {
  return `#!/bin/sh\nexec '${nodePath}' '${script}' rustdoc "$@"\n`;
}

export const runnerSource = `// Written by Pawl for one test run.
'use strict';
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { basename, join } = require('node:path');
const [program, ...given] = process.argv.slice(2);
const json = ['-Zunstable-options', '--format=json', '--report-time'];
const isDoc = program === 'rustdoc';

if (isDoc && !given.includes('--test')) {
  const { status, error } = spawnSync(program, given, { stdio: 'inherit' });
  if (error) process.stderr.write('error: ' + error.message + '\\n');
  process.exit(status ?? 1);
}

function hasHarness() {
  const target = basename(program).replace(/-[0-9a-f]{16}(?:\\.exe)?$/, '');
  let text = '';
  try {
    text = fs.readFileSync(join(process.env.CARGO_MANIFEST_DIR ?? '.', 'Cargo.toml'), 'utf8');
  } catch {
    return true;
  }
  const tables = text.split(/^(?=\\s*\\[)/m).filter((one) => /^\\s*\\[(?:\\[(?:test|bench|bin|example)\\]\\]|lib\\])/.test(one));
  return !tables.some((one) => {
    const name = /^\\s*name\\s*=\\s*["']([^"']+)["']/m.exec(one)?.[1] ?? process.env.CARGO_PKG_NAME ?? '';
    return name.replaceAll('-', '_') === target.replaceAll('-', '_') && /^\\s*harness\\s*=\\s*false/m.test(one);
  });
}

const tell = (record) => fs.writeSync(1, JSON.stringify({ pawl: 'cargo', ...record }) + '\\n');
const harness = isDoc || hasHarness();
const args = isDoc ? [...given, ...json.flatMap((one) => ['--test-args', one])] : harness ? [...given, ...json] : given;
tell({ event: 'begin', program, harness, doc: isDoc, cwd: process.cwd(), package: process.env.CARGO_MANIFEST_DIR ?? null });
const child = spawn(program, args, {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
});
const most = 16384;
const cut = (text) => (text.length <= most ? text : text.slice(0, most / 2) + ' \\u2026 ' + text.slice(-most / 2));
function short(text) {
  if (text.length <= most) return text;
  try {
    return JSON.stringify(JSON.parse(text), (_key, value) => (typeof value === 'string' ? cut(value) : value));
  } catch {
    return cut(text);
  }
}

let parts = [];
const line = (last) => {
  tell({ event: 'line', line: short(Buffer.concat([...parts, last]).toString('utf8')) });
  parts = [];
};
child.stdout.on('data', (chunk) => {
  let start = 0;
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
    line(chunk.subarray(start, end));
    start = end + 1;
  }
  if (start < chunk.length) parts.push(chunk.subarray(start));
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGUSR1', () => {});

let isOver = false;
function finish(code, signal) {
  if (isOver) return;
  isOver = true;
  if (parts.length > 0) line(Buffer.alloc(0));
  tell({ event: 'end', code, signal });
  process.exit(code ?? 128 + (require('node:os').constants.signals[signal] ?? 0));
}
child.on('error', (error) => {
  process.stderr.write('error: ' + error.message + '\\n');
  finish(127, null);
});
// A process that a test left behind may hold the pipe open.
child.on('exit', (code, signal) => setTimeout(() => finish(code, signal), 1000));
child.on('close', finish);
`;
