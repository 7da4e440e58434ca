import { sealedWriterSource } from '../sealed-writer-source.js';

/**
 * A reporter of vitest 3 and later that writes what each test file showed. It runs in vitest's main process; the tests
 * run in child processes, also where the settings ask for threads, which could reach into this one (T11). The
 * cache of durations, which vitest keeps below node_modules, is left alone: that folder is shared and read-only.
 */
export const reporterFile = 'pawl-reporter.mjs';

export const reporterSource = `// Written by Pawl for one test run.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
const folder = dirname(fileURLToPath(import.meta.url));
${sealedWriterSource}
function errorFacts(error) {
  const place = Array.isArray(error?.stacks) ? error.stacks[0] : undefined;
  return {
    name: text(error?.name, 200),
    class: text(error?.constructor, 200),
    code: text(error?.code, 200),
    message: text(error?.message, 8192) ?? '',
    stack: text(error?.stack, 2048),
    frame: place === undefined ? null : { file: text(place.file, 4096), line: ms(place.line), column: ms(place.column) },
    plugin: text(error?.__vitest_rollup_error__?.plugin, 200),
  };
}

const errorsOf = (task) => (task.result?.errors ?? []).slice(0, 5).map(errorFacts);
const nameOf = (task) => String(task.name).slice(0, 65536);

function collect(task, names, found) {
  for (const child of task.tasks ?? []) {
    const path = [...names, nameOf(child)];
    if (child.type === 'suite') {
      const errors = errorsOf(child);
      if (errors.length > 0) found.errors.push(...errors);
      collect(child, path, found);
    } else {
      found.tests.push({
        names: path,
        mode: text(child.mode, 40),
        state: text(child.result?.state, 40),
        ms: ms(child.result?.duration),
        fails: child.fails === true,
        errors: child.result?.state === 'fail' ? errorsOf(child) : [],
      });
    }
  }
}

function inProcesses(config) {
  const pools = { threads: 'forks', vmThreads: 'vmForks' };
  try {
    if (config.pool in pools) config.pool = pools[config.pool];
  } catch {
    // A pool of the project's own.
  }
}

export default class PawlReporter {
  written = new Set();

  onInit(vitest) {
    for (const { config } of [vitest, ...(vitest.projects ?? [])]) inProcesses(config);
    try {
      vitest.cache.results.cachePath = null;
    } catch {
      // Kept elsewhere.
    }
    write({ type: 'start', pid: process.pid, cwd: process.cwd(), root: text(vitest.config.root, 4096) });
  }

  onTestModuleEnd(module) {
    this.write(module.task);
  }

  onTestRunEnd(modules, errors, reason) {
    for (const module of modules) this.write(module.task);
    const unhandled = errors.map((error) => ({ file: text(error?.VITEST_TEST_PATH, 4096), error: errorFacts(error) }));
    write({ type: 'end', reason: text(reason, 40), unhandled: unhandled.slice(0, 50) });
  }

  write(file) {
    if (this.written.has(file.id)) return;
    this.written.add(file.id);
    const found = { errors: errorsOf(file), tests: [] };
    collect(file, [], found);
    const project = text(file.projectName, 400);
    write({ type: 'file', path: file.filepath, project, mode: text(file.mode, 40), ...found });
  }
}
`;
