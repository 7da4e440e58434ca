import { sealedWriterSource } from '../sealed-writer-source.js';
import { thrownFactsSource } from '../thrown-facts-source.js';

/**
 * A reporter of mocha that is loaded first of all by `--require`, so that the key is gone before any module of the
 * project runs. Mocha gives up on the whole run when one file can't be loaded; here each file is loaded on its own,
 * what a broken one had registered is taken back, and the others run (F59).
 *
 * Mocha runs tests in its own process. A test that goes on with a failing run by ending the process, writing into the
 * result or putting another file in its place is seen. One that rewrites mocha's own classes in memory, as it
 * could with pytest's, is not: the verifier and the frozen tests are there for that.
 */
export const reporterFile = 'pawl-reporter.cjs';
/** The files of a narrowed run, a JSON list; absent when all are wanted. */
export const onlyFile = 'pawl-only.json';

export const reporterSource = `// Written by Pawl for one test run.
'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const { join, resolve, sep } = require('node:path');
const folder = __dirname;
${sealedWriterSource}
const only = readOnly();
const Mocha = partOf('mocha.js');
const Spec = partOf('reporters/spec.js') ?? Mocha.reporters.Spec;
const shortStack = partOf('utils.js')?.stackTraceFilter?.() ?? ((stack) => stack);

// Without a first record there was no run: mocha refused its settings, or found no file.
process.on('exit', () => {
  try {
    if (count === 0) unlinkSync(join(folder, 'pawl-events.jsonl'));
  } catch {
    // Gone already.
  }
});

function readOnly() {
  try {
    return new Set(JSON.parse(readFileSync(join(folder, '${onlyFile}'), 'utf8')).map((file) => resolve(file)));
  } catch {
    return null;
  }
}

function partOf(name) {
  const tail = ['', 'mocha', 'lib', ...name.split('/')].join(sep);
  const path = Object.keys(require.cache).find((one) => one.endsWith(tail));
  return path === undefined ? null : require.cache[path].exports;
}

function begin() {
  if (count === 0) write({ type: 'start', pid: process.pid, cwd: process.cwd() });
}

${thrownFactsSource}
const lists = ['suites', 'tests', '_beforeAll', '_beforeEach', '_afterAll', '_afterEach', '_onlyTests', '_onlySuites'];
const lengthsOf = (suite) => lists.map((name) => [name, suite[name]?.length ?? 0]);

function takeBack(mocha, lengths) {
  const { suite } = mocha;
  for (const [name, length] of lengths) if (Array.isArray(suite[name])) suite[name].length = length;
  // The interface still stands in the suite whose body threw: a new one starts at the root again.
  suite.removeAllListeners('pre-require');
  mocha.ui(mocha.options.ui);
}

const { loadFilesAsync, run } = Mocha.prototype;
let files = [];
let broken = 0;

Mocha.prototype.loadFilesAsync = async function (...given) {
  begin();
  const kept = new Set([this.options.file ?? []].flat().map((file) => resolve(file)));
  files = only === null ? this.files : this.files.filter((file) => only.has(file) || kept.has(file));
  for (const file of files) {
    const lengths = lengthsOf(this.suite);
    this.files = [file];
    try {
      await loadFilesAsync.apply(this, given);
    } catch (error) {
      broken += 1;
      write({ type: 'load', file, error: errorFacts(error) });
      console.error('\\nCould not load ' + file + '\\n', error);
      takeBack(this, lengths);
    }
  }
  this.files = files;
};

Mocha.prototype.run = function (done, ...given) {
  return run.call(this, (failures) => done?.(failures + broken), ...given);
};

// A hook of the root suite has no file: what it throws tells where it stands, else the test that it was run for.
function fileOf(runnable, error) {
  for (let one = runnable; one; one = one.parent) if (one.file) return one.file;
  const stack = typeof error?.stack === 'string' ? error.stack : '';
  const [first] = files.filter((file) => stack.includes(file)).sort((one, other) => stack.indexOf(one) - stack.indexOf(other));
  return first ?? runnable.ctx?.currentTest?.file ?? null;
}

let isBuilt = false;

module.exports = class PawlReporter extends Spec {
  constructor(runner, options) {
    if (isBuilt) throw new Error('one run has one reporter');
    isBuilt = true;
    begin();
    const numbers = new Map();
    const facts = (test, state, error) => {
      if (!numbers.has(test)) numbers.set(test, numbers.size);
      return {
        type: 'test',
        number: numbers.get(test),
        file: text(fileOf(test, error), 4096),
        names: test.titlePath().map((name) => String(name).slice(0, 65536)),
        state,
        ms: ms(test.duration),
        error: error === null ? null : errorFacts(error),
      };
    };
    // Whole stacks for the facts; what people read is cut afterwards, as mocha would.
    runner.on('start', () => {
      runner.fullStackTrace = true;
    });
    runner.on('pass', (test) => write(facts(test, 'passed', null)));
    runner.on('pending', (test) => write(facts(test, 'skipped', null)));
    runner.on('fail', (test, error) => {
      if (test.type === 'test') write(facts(test, 'failed', error));
      else write({ type: 'outside', file: text(fileOf(test, error), 4096), title: text(test.title, 400), error: errorFacts(error) });
      try {
        error.stack = shortStack(error.stack);
      } catch {
        // Not to be written.
      }
    });
    runner.on('end', () => write({ type: 'end' }));
    super(runner, options);
  }
};
`;
