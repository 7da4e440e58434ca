import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Surroundings } from '../node-test/node-facts.js';
import { failureOf } from '../test-list.js';

/** Where a failure of bats was seen. */
export interface BatsPlace extends Surroundings {
  /** Absolute path of the test file. */
  readonly file: string;
  readonly cwd: string;
  readonly isTestFile: (path: string) => boolean;
}

/** Commands that are there to check something: when one of them fails, that is an assertion. Any other may just be broken. */
const checks =
  /^(?:\[\[?\s|\(\(|!\s|(?:test|false|return|exit|fail|flunk|diff|cmp|e?grep|run\s+(?:-\d+|!))\b|(?:assert|refute)\w*)/;

/**
 * A shell has no classes of errors, only words and exit codes: those of bash itself tell what is missing, and the
 * command that bats names tells whether something was checked.
 */
export function failureOfBats(comments: readonly string[], around: BatsPlace): TestFailure {
  const message = comments.join('\n').trim() || 'failed without a reason';
  if (/^.*: line \d+: (?:syntax error|unexpected EOF)/m.test(message)) return failureOf('syntax', message);
  const module = missingFile(message, around);
  if (module !== null) return failureOf('missing-module', message, { missing: module, module: null });
  const command = missingCommand(message);
  if (command !== null) {
    const owner = sourcedFile(around);
    if (owner === null) return failureOf('error', message);
    return failureOf('missing-symbol', message, { missing: command, module: owner });
  }
  const isOwn = !/^\(?(?:from function|.*in function) `(?:setup|teardown)(?:_file|_suite)?'/.test(message);
  return failureOf(isOwn && checks.test(failedCommand(message)) ? 'assertion' : 'error', message);
}

/** The command in `` `…' failed ``; of a test in one line, its last. */
function failedCommand(message: string): string {
  const line = /^ *`(.*)' failed(?: with status \d+)?,?$/m.exec(message)?.[1] ?? '';
  const body = /^\s*(?:@test\s.*?|\w+\s*\(\)\s*)\{\s(.*)\}\s*$/.exec(line)?.[1];
  if (body === undefined) return line.trim();
  return (
    body
      .split(/;|&&/)
      .findLast((part) => part.trim() !== '')
      ?.trim() ?? ''
  );
}

/** A file that is sourced, loaded or started and is not there. */
function missingFile(message: string, { place, cwd }: BatsPlace): string | null {
  const loaded = /^bats_load_safe: Could not find '(.{1,1000}?)'\[\.bash\]/m.exec(message)?.[1];
  if (loaded !== undefined) return place(/\.\w+$/.test(loaded) ? loaded : `${loaded}.bash`);
  const found = /^(?:.*: line \d+|bash|sh): (.{1,1000}?): No such file or directory$/m.exec(message)?.[1];
  // What a test redirects from is data, not a module.
  if (found === undefined || message.includes(`< ${found}`) || message.includes(`<${found}`)) return null;
  return place(isAbsolute(found) ? found : join(cwd, found));
}

function missingCommand(message: string): string | null {
  return /^.*: line \d+: ([\w:.-]{1,200}): command not found$/m.exec(message)?.[1] ?? null;
}

const sources = /(?:^|[;{&]|\s)(load|source|\.)\s+(['"]?)([^\s'";]{1,300}|(?<=['"])[^'"\n]{1,300})\2/gm;

/** The one file of the product that the test file reads in. */
function sourcedFile({ file, cwd, source, place, isTestFile }: BatsPlace): string | null {
  const found = [...(source(file) ?? '').matchAll(sources)].flatMap(([, how, , written]) => {
    const path = (written ?? '').replace(/^\$\{?BATS_TEST_DIRNAME\}?/, dirname(file)).replace(/^\$\{?PWD\}?/, cwd);
    if (path.includes('$')) return [];
    const at = isAbsolute(path) ? path : join(how === 'load' ? dirname(file) : cwd, path);
    return [place(how === 'load' && !/\.\w+$/.test(at) ? `${at}.bash` : at)];
  });
  const own = [...new Set(found)].filter(
    (path) => !isTestFile(path) && !path.startsWith('..') && existsSync(join(cwd, path)),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}
