import { readFileSync, statSync } from 'node:fs';
import type { Place } from './places.js';

const mostSourceBytes = 1024 * 1024;

/** Reads test files only, each once: what stands in them is data for a look-up of names. */
export function testSources(place: Place, isTestFile: (path: string) => boolean): (path: string) => string | null {
  const read = new Map<string, string | null>();
  return (path) => {
    if (!isTestFile(place(path))) return null;
    const known = read.get(path);
    if (known !== undefined) return known;
    const text = smallText(path);
    read.set(path, text);
    return text;
  };
}

function smallText(path: string): string | null {
  try {
    const facts = statSync(path);
    return facts.isFile() && facts.size <= mostSourceBytes ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
