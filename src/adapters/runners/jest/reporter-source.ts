import { sealedWriterSource } from '../sealed-writer-source.js';

/**
 * A reporter of jest that writes what each test file showed. It runs in jest's main process; the tests run in
 * worker processes, also where jest would take its own process for them (one file, one core, `--runInBand`): there a
 * test could end jest, or change its words (T11). What `--runInBand` promises, one file after the other, stays.
 */
export const reporterFile = 'pawl-reporter.cjs';

export const reporterSource = `// Written by Pawl for one test run.
'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const folder = __dirname;
${sealedWriterSource}
const mostMessage = 8192;

function errorFacts(detail, stack) {
  const fields = typeof detail === 'object' && detail !== null ? detail : {};
  const words = typeof stack === 'string' ? stack : typeof fields.stack === 'string' ? fields.stack : '';
  return {
    stack: text(words, 16384),
    message: text(fields._originalMessage, mostMessage) ?? text(fields.message, mostMessage),
    code: text(fields.code, 200),
    matcher: typeof fields.matcherResult === 'object' && fields.matcherResult !== null,
    importer: Array.isArray(fields.requireStack) ? text(fields.requireStack[0], 4096) : null,
    missing: text(fields.moduleName, 4096),
  };
}

function testFacts(test) {
  const failures = Array.isArray(test.failureMessages) ? test.failureMessages : [];
  const details = Array.isArray(test.failureDetails) ? test.failureDetails : [];
  return {
    names: [...test.ancestorTitles, test.title].map((name) => String(name).slice(0, 65536)),
    status: text(test.status, 40),
    ms: ms(test.duration),
    failing: test.failing === true,
    errors: test.status === 'failed' ? failures.slice(0, 5).map((stack, at) => errorFacts(details[at], stack)) : [],
  };
}

function useWorkers(rootDir) {
  const from = Object.keys(require.cache).filter((path) => /[\\\\/](?:@jest[\\\\/]core|jest-config)[\\\\/]/.test(path));
  const runners = new Set();
  for (const path of [join(rootDir, 'package.json'), ...from]) {
    try {
      runners.add(createRequire(path)('jest-runner').default);
    } catch {
      // Not installed beside this one.
    }
  }
  for (const Runner of runners) {
    const { runTests } = Runner.prototype;
    Runner.prototype.runTests = function (...given) {
      const options = given.at(-1);
      const { maxWorkers } = this._globalConfig;
      const workers = options?.serial ? 1 : maxWorkers;
      this._globalConfig = { ...this._globalConfig, maxWorkers: workers, workerThreads: false };
      return runTests.apply(this, [...given.slice(0, -1), { ...options, serial: false }]);
    };
  }
}

module.exports = class PawlReporter {
  constructor(globalConfig) {
    useWorkers(globalConfig.rootDir);
    write({ type: 'start', pid: process.pid, cwd: process.cwd(), rootDir: globalConfig.rootDir });
  }

  onTestResult(test, result) {
    const failed = result.testExecError ?? null;
    write({
      type: 'file',
      path: result.testFilePath ?? test.path,
      project: text(test.context?.config?.displayName?.name, 400),
      error: failed === null ? null : errorFacts(failed, failed.stack),
      tests: (result.testResults ?? []).map(testFacts),
    });
  }

  onRunComplete(contexts, results) {
    const error = results.runExecError ?? null;
    write({ type: 'end', error: error === null ? null : errorFacts(error, error.stack) });
  }
};
`;
