import { cargoSections, iniSections, tomlSections } from './ini.js';
import { jsonSections } from './json.js';
import { pomSections } from './pom.js';

/** The sections of a text by name, each in a form in which equal means unchanged; null when it can't be read. */
export type Sections = ReadonlyMap<string, string> | null;

type Reader = (text: string) => Sections;

const packageKeys =
  /^(?:jest|vitest|mocha|ava|tap|nyc|c8|husky|lint-staged|simple-git-hooks|pre-commit|gitHooks|wireit)$/;
const testScript = /^(?:pre|post)?test(?:$|[:._-])|^(?:prepare|precommit|pre-commit)$/;
const pythonTables =
  /^tool\.(?:pytest|coverage|tox|nose2?|hatch\.envs|pdm\.scripts|poe|taskipy|ward)(?:\.|$)|^project\.entry-points\.pytest11$/;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/i, (text) => jsonSections(text, packageKeys, ['scripts', testScript])],
  [/^composer\.json$/i, (text) => jsonSections(text, /^(?:autoload-dev)$/, ['scripts', testScript])],
  [/^deno\.jsonc?$/i, (text) => jsonSections(text, /^test$/, ['tasks', testScript])],
  [/^pyproject\.toml$/i, (text) => tomlSections(text, pythonTables)],
  [/^setup\.cfg$/i, (text) => iniSections(text, /^(?:tool:pytest|pytest|coverage:|coverage$|tox$|testenv|unittest)/)],
  [/^tox\.ini$/i, (text) => iniSections(text, /^(?:pytest|tox|testenv|coverage)/)],
  [/^bunfig\.toml$/i, (text) => tomlSections(text, /^test(?:\.|$)/)],
  [/^Cargo\.toml$/i, cargoSections],
  [/^pom\.xml$/i, pomSections],
];

/** Nothing else stands in them, so that all of such a file is the part that no step may touch. */
const wholeFiles =
  /^(?:jest\.(?:config|preset)\.|jest-preset\.|vitest\.(?:config|workspace)\.|\.mocharc|\.taprc|\.nycrc|\.c8rc|ava\.config\.|karma\.conf\.|\.?pytest\.(?:ini|toml)$|\.coveragerc$|noxfile\.py$|\.rspec(?:-local)?$|phpunit(?:\.dist)?\.xml(?:\.dist)?$|nextest\.toml$|junit-platform\.properties$|testng[\w-]*\.xml$|[\w.-]*\.runsettings$)/i;
/** What is loaded before the tests; among test files it is one of them. */
const setupFiles = /^(?:jest|vitest)\.setup\./i;
/** A build's settings, where Vitest looks for its own as well. */
const viteFiles = /^vite\.config\./i;

/** @param isEmpty a text that says nothing of tests */
function wholeText(isEmpty: (text: string) => boolean): Reader {
  return (text) => new Map(isEmpty(text) ? [] : [['(all of it)', text.replace(/\r\n/g, '\n').trimEnd()]]);
}

const wholeReaders: readonly (readonly [RegExp, Reader])[] = [
  [wholeFiles, wholeText((text) => text.trim() === '')],
  [setupFiles, wholeText((text) => text.trim() === '')],
  [viteFiles, wholeText((text) => !/\btest\b/.test(text))],
];

/** Of a file that is nothing but settings of a test runner; null for all others. */
export function settingsOf(path: string, isTestFile = false): Reader | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isTestFile && setupFiles.test(name)) return null;
  return wholeReaders.find(([names]) => names.test(name))?.[1] ?? null;
}

/** By file name, wherever the file lies: a nested manifest decides for its own project. */
export function sectionsOf(path: string): Reader | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return readers.find(([names]) => names.test(name))?.[1] ?? null;
}
