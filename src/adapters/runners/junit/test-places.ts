import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCommonTestFile } from '../command/common-test-files.js';
import { filesBelow } from './walk.js';

/** Where a test stands, when its result names only a class: JUnit XML has no field for files that all tools fill. */
export interface TestPlaces {
  find(className: string, name: string): Promise<string | null>;
}

const mostRead = 1_000;
const mostBytes = 256 * 1024;

/** Looks in the tree that the tests ran in, once for all. */
export function createTestPlaces(root: string): TestPlaces {
  let files: Promise<readonly string[]> | null = null;
  let texts: Promise<readonly (readonly [string, string])[]> | null = null;
  const known = new Map<string, string | null>();
  const tests = async (): Promise<readonly string[]> => {
    files ??= filesBelow(root, '').then((all) => all.filter(isCommonTestFile));
    return files;
  };
  return {
    async find(className, name) {
      const key = `${className}\0${name}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const byClass = classFile(className, await tests());
      const place = byClass ?? nameFile(name, await (texts ??= readAll(root, await tests())));
      known.set(key, place);
      return place;
    },
  };
}

/** `com.acme.CartTest$Deep` is com/acme/CartTest.java below some folder, `tests.test_cart.TestCart` tests/test_cart.py. */
export function classFile(className: string, files: readonly string[]): string | null {
  if (files.includes(className)) return className;
  const parts = className
    .replace(/\$.*$/s, '')
    .split(/[.\\/]|::/)
    .filter((part) => part !== '');
  for (let length = parts.length; length > 0; length -= 1) {
    const stem = `/${parts.slice(0, length).join('/')}.`;
    const fitting = files.filter((file) => `/${file}`.includes(stem) && !`/${file}`.split(stem).at(-1)?.includes('/'));
    if (fitting.length > 0) return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }
  return null;
}

/** The one test file in which the test's name is written; what Go puts behind a "/" is no function. */
function nameFile(name: string, texts: readonly (readonly [string, string])[]): string | null {
  const plain = name.replace(/[[(].*$/s, '');
  const own = plain.split('::').at(-1)?.split('/')[0]?.trim() ?? '';
  if (own.length < 3) return null;
  const fitting = texts.filter(([, text]) => text.includes(own));
  return fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null;
}

async function readAll(root: string, files: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const read: (readonly [string, string])[] = [];
  for (const file of files.slice(0, mostRead)) {
    const path = join(root, file);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? mostBytes + 1) > mostBytes) continue;
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) read.push([file, text]);
  }
  return read;
}
