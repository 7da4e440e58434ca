import { sealedWriterSource } from '../sealed-writer-source.js';

/**
 * A program that starts the test tool of a compiled language and writes each line it prints, sealed (`sealed-file.ts`),
 * into the result folder. Such a tool starts its tests as processes of their own, which have neither its output nor
 * the key: what they print reaches the tool as data. People get the lines as the tool would show them.
 *
 * Long texts in JSON are shortened in their middle, other long lines cut, and what one test prints is kept up to
 * 64 KiB and its last lines: a flood must not cost the result. A process that a test left behind and that holds the
 * pipe open is waited for one second after the tool's own end.
 */
export const streamFile = 'pawl-stream.cjs';

export const streamSource = `// Written by Pawl for one test run.
'use strict';
const { spawn } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const { join } = require('node:path');
const folder = __dirname;
${sealedWriterSource}
const [program, ...args] = process.argv.slice(2);
const mostText = 16384;
const mostPrinted = 65536;
const printed = new Map();

const cut = (line) =>
  line.length <= mostText ? line : line.slice(0, mostText / 2) + ' \\u2026 ' + line.slice(-mostText / 2);
const shorter = (_key, value) => (typeof value === 'string' ? cut(value) : value);

function fieldsOf(line) {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

// A line that a test printed, in Go's form: only so much of it is kept, but always what tells how the process died.
function isFlood(fields) {
  if (fields.Action !== 'output' || typeof fields.Output !== 'string') return false;
  if (/^(?:panic: |fatal error: |--- |PASS|FAIL|ok  |goroutine )/.test(fields.Output)) return false;
  const id = fields.Package + '\\0' + fields.Test;
  const sum = (printed.get(id) ?? 0) + fields.Output.length;
  printed.set(id, sum);
  return sum > mostPrinted;
}

// As people see it.
function shown(fields, line) {
  if (fields === null) return line + '\\n';
  // A line of a test program, handed on by a program of Pawl's own.
  if (typeof fields.pawl === 'string') return fields.event === 'line' ? shown(fieldsOf(fields.line), fields.line) : '';
  if (typeof fields.Action === 'string') return typeof fields.Output === 'string' ? fields.Output : '';
  if (fields.reason === 'compiler-message') return fields.message?.rendered ?? '';
  if (typeof fields.reason === 'string') return '';
  if (fields.type === 'suite' && fields.event === 'started') return 'running ' + fields.test_count + ' tests\\n';
  if (fields.type === 'suite') {
    return 'test result: ' + fields.event + '. ' + fields.passed + ' passed; ' + fields.failed + ' failed; ' + fields.ignored + ' ignored\\n\\n';
  }
  if (fields.type === 'test' && fields.event !== 'started') {
    return 'test ' + fields.name + ' ... ' + fields.event + '\\n' + (fields.stdout ?? '') + (fields.message ?? '');
  }
  return fields.type === 'test' || fields.type === 'bench' ? '' : line + '\\n';
}

function keep(kind, line) {
  const fields = kind === 'out' ? fieldsOf(line) : null;
  if (fields === null || !isFlood(fields)) {
    const isShort = line.length <= mostText || typeof fields?.pawl === 'string';
    write({ type: kind, line: fields === null ? cut(line) : isShort ? line : JSON.stringify(fields, shorter) });
  }
  return shown(fields, line);
}

// A line may be cut anywhere by the pipe, in the middle of a character too.
function follow(stream, kind, to) {
  let parts = [];
  const take = (last) => {
    const line = Buffer.concat([...parts, last]).toString('utf8');
    parts = [];
    return keep(kind, line.replace(/\\r$/, ''));
  };
  stream.on('data', (chunk) => {
    let text = '';
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      text += take(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
    if (to.write(text)) return;
    stream.pause();
    to.once('drain', () => stream.resume());
  });
  return () => {
    if (parts.length > 0) to.write(take(Buffer.alloc(0)));
  };
}

write({ type: 'start', cwd: process.cwd() });
const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'] });
const flush = [follow(child.stdout, 'out', process.stdout), follow(child.stderr, 'err', process.stderr)];
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));

let isOver = false;
function finish(code, signal) {
  if (isOver) return;
  isOver = true;
  for (const rest of flush) rest();
  write({ type: 'end', code, signal });
  process.exitCode = code ?? 128 + (require('node:os').constants.signals[signal] ?? 0);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
}
child.on('error', (error) => {
  if (isOver) return;
  isOver = true;
  process.stderr.write('error: ' + program + ': ' + error.message + '\\n');
  write({ type: 'absent', why: error.message });
  process.exitCode = error.code === 'EACCES' ? 126 : 127;
});
child.on('exit', (code, signal) => setTimeout(() => finish(code, signal), 1000).unref());
child.on('close', finish);
`;
