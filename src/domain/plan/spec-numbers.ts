import { displayLine } from '../sanitise.js';

/**
 * Specs that begin with the same number, each number once: `0007-export` and `0007-import`. They are two specs with two
 * gears, and a person who says "spec 7" may mean either, so it is said.
 * @param names names of their folders
 */
export function numberNotes(names: readonly string[]): readonly string[] {
  const byNumber = new Map<string, string[]>();
  for (const name of names) {
    const number = /^0*(\d+)(?!\d)/.exec(name)?.[1];
    if (number === undefined) continue;
    const known = byNumber.get(number);
    if (known === undefined) byNumber.set(number, [name]);
    else known.push(name);
  }
  return [...byNumber.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const shown = same.slice(0, 5).map((name) => `specs/${displayLine(name, 60)}`);
      return `${shown.join(' and ')} have one number: name each by its whole folder`;
    });
}
