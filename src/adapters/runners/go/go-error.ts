import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { failureOf } from '../test-list.js';

/**
 * The kind of a failing test from what the testing package printed for it. Whatever a test reports by its own hand
 * (`t.Error`, `t.Fatal`, a wrong example) is an assertion; a panic is not, but for one that says the body is not
 * written yet.
 */
export function failureOfGo(output: string): TestFailure {
  const death = deathIn(output);
  if (death !== null) return failureOf(isUnwritten(death) ? 'not-implemented' : 'error', `panic: ${death}`);
  const words = ownWords(output);
  const logged = words.map((line) => line.replace(/^\s*[\w.-]+\.go:\d+: /, ''));
  // An error of the operating system handed to `t.Fatal` as it is: a fixture that is not there (R10c).
  const isSystem = logged.length > 0 && logged.every((line) => systemError.test(line));
  const message = words.map((line) => line.trim()).join('\n');
  return failureOf(isSystem ? 'error' : 'assertion', message === '' ? 'failed without a message' : message);
}

const systemError =
  /^(?:open|stat|lstat|read|readdir|readdirent|chdir|fork\/exec|dial \w+|listen \w+) [^\n]*: (?:no such file or directory|file does not exist|permission denied|not a directory|connection refused|address already in use)$|^exec: "[^"]+": executable file not found in \$PATH$/;

/** A failure of the whole test process: what it died of, or its words. */
export function failureOfPackage(output: string): TestFailure {
  const death = deathIn(output);
  if (death !== null) return failureOf(isUnwritten(death) ? 'not-implemented' : 'error', `panic: ${death}`);
  const words = output.split('\n').filter((line) => line.trim() !== '' && !/^(?:FAIL|PASS|exit status)\b/.test(line));
  return failureOf('error', words.slice(-20).join('\n') || 'the test process failed, and no test of it did');
}

/** The last panic that is followed by the trace of the runtime; a test may print the like before. */
export function deathIn(output: string): string | null {
  const deaths = [
    ...output.matchAll(
      /^(?:panic: |fatal error: )(.*(?:\n(?!\n|goroutine |\[signal |FAIL).*){0,20})(?:\n\[signal [^\n]*)?\n\n?(?:running tests:|goroutine |runtime stack:)/gm,
    ),
  ];
  const words = deaths.at(-1)?.[1] ?? null;
  return words?.replace(/ \[recovered(?:, repanicked)?\].*$/s, '').trim() ?? null;
}

/** Go has no error for it: these are the words of its editors' templates and of people's habit. */
function isUnwritten(death: string): boolean {
  return /^(?:todo\b[^\n]*|(?:[^\n]{0,80}[:\s(])?(?:not (?:yet )?implemented|unimplemented|implement me|not written)(?: yet)?\b[^\n]{0,80})$/i.test(
    death,
  );
}

/** Without the frame lines of the testing package. */
function ownWords(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):)/.test(line))
    .slice(0, 60);
}
