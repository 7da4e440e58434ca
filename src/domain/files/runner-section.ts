import { sectionsOf, settingsOf } from './runner-section/readers.js';

/**
 * The part of a manifest that decides which tests are run and how, and which hooks a commit starts: a step may change
 * the manifest when the plan names it, but never this part (R12 d, design 4: frozen tests). A runner's own settings are
 * such a part as a whole: with `setupFiles` or `moduleNameMapper` any test passes. False for files that have none.
 */
export function hasRunnerSection(path: string, isTestFile = false): boolean {
  return sectionsOf(path) !== null || settingsOf(path, isTestFile) !== null;
}

/**
 * Why a change of this file is refused, by file and section; null when these parts are as they were. Where a text
 * can't be read as what its name says, nothing can be told: refused, and said.
 */
export function runnerSectionRefusal(path: string, before: string | null, after: string | null): string | null {
  const settings = settingsOf(path);
  const read = sectionsOf(path) ?? settings;
  if (read === null) return null;
  // A manifest that comes with the step holds nothing that was there before; new settings change how all tests are run.
  if (before === null && settings === null) return null;
  const old = before === null ? new Map<string, string>() : read(before);
  if (after === null) {
    const named = old === null ? ['all of it'] : [...old.keys()];
    return named.length === 0 ? null : refusal(named, 'gone with the file');
  }
  const now = read(after);
  if (now === null) return 'can not be read any more, so that nobody can tell how its tests are run; mend its syntax';
  if (old === null)
    return 'could not be read before, so that nobody can tell whether the way its tests are run changed; undo this change';
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  return names.length === 0 ? null : refusal(names, 'changed');
}

function refusal(names: readonly string[], what: string): string {
  const list = names.slice(0, 5).join(', ');
  return `its part ${list} is ${what}: it decides how the tests or the hooks are run, which no step may touch; put that part back`;
}
