import type { DomainBrief } from '../domain/leaf/briefs.js';
import { callSites, derivations, plannedSites, type CallSites, type Candidate } from '../domain/review/call-sites.js';
import { changedFunctions } from '../domain/review/changed-functions.js';
import { boundedDiff, splitDiff, type FileDiff } from '../domain/review/diff-text.js';
import { filesNear, typeNames, typeWords } from '../domain/review/domain-types.js';
import { importedNames, type Imported } from '../domain/review/imported-names.js';
import { languageOf } from '../domain/review/source-files.js';
import { RepositoryError, type Repository } from '../ports/repository.js';

type Reading = Pick<Repository, 'diffText' | 'listFiles' | 'readFile' | 'search'>;

export interface DomainFactsJob {
  readonly phase: 'red' | 'green';
  readonly tree: string;
  /** Tree before the phase. */
  readonly base: string;
  /** Tree at the branch's tip, before the step's test; null when there is none. */
  readonly start: string | null;
  readonly testFiles: readonly string[];
  /** Files of the plan. */
  readonly planned: readonly string[];
  /** The plan's own words for this step: its title and its criterion. */
  readonly planSays: readonly string[];
  readonly isTestFile: (path: string) => boolean;
}

export interface DomainFacts {
  readonly brief: DomainBrief;
  /** Added and removed lines of the diff under review: what chooses the model (R-001-22). */
  readonly lines: number;
}

const maxRawBytes = 4 * 1024 * 1024;
const maxDiffChars = 100_000;
const maxTestChars = 50_000;
const maxSearchBytes = 2 * 1024 * 1024;
const mostFilesRead = 20;
const longestFile = 400_000;

/** What a domain reviewer is told: the diff, and names found in the tree; nothing that a developer said (R-001-19). */
export async function domainFacts(repository: Reading, job: DomainFactsJob): Promise<DomainFacts> {
  const [raw, files] = await Promise.all([
    repository.diffText(job.base, job.tree, maxRawBytes),
    repository.listFiles(job.tree),
  ]);
  const { diff, leftOut, lines } = boundedDiff(raw, maxDiffChars);
  const changed = splitDiff(raw);
  const isProduction = (path: string): boolean => languageOf(path) !== null && !job.isTestFile(path);
  const place: Place = { repository, job, files, changed, isProduction };
  const [test, domainTypes, sites] = await Promise.all([testOf(place), typesOf(place), sitesOf(place)]);
  return { brief: { phase: job.phase, diff, leftOut, test, domainTypes, callSites: sites }, lines };
}

interface Place {
  readonly repository: Reading;
  readonly job: DomainFactsJob;
  /** All paths of the tree. */
  readonly files: readonly string[];
  readonly changed: readonly FileDiff[];
  readonly isProduction: (path: string) => boolean;
}

/** GREEN's reviewer sees the test it satisfies, as a diff; as it stands, where a commit of its own holds it already. */
async function testOf({ repository, job }: Place): Promise<string | null> {
  if (job.phase === 'red') return null;
  const { start, tree, testFiles } = job;
  const diff = start === null ? '' : await repository.diffText(start, tree, maxRawBytes, testFiles);
  const shown = boundedDiff(diff, maxTestChars).diff;
  if (shown !== '') return shown;
  const texts = await readSome(repository, tree, testFiles);
  return texts.map(({ path, text }) => `${path}\n${text}`.slice(0, maxTestChars)).join('\n');
}

async function typesOf({ repository, job, files, changed, isProduction }: Place): Promise<readonly string[]> {
  const near = [...job.planned, ...changed.map(({ path }) => path)].filter(isProduction);
  const paths = filesNear(near, files.filter(isProduction));
  const { lines } = await repository.search(job.tree, typeWords, { maxBytes: maxSearchBytes, paths });
  return typeNames(lines);
}

/** The plan's own list first; then what a search finds for the derivations that diff and test touch (R-001-09). */
async function sitesOf(place: Place): Promise<readonly CallSites[]> {
  const { repository, job, files, isProduction } = place;
  const planned = plannedSites(job.planSays, new Set(files));
  const [changed, imported] = await Promise.all([changedIn(place), importedBy(place)]);
  const names = derivations(changed, imported);
  const { lines } = await repository.search(job.tree, names, { maxBytes: maxSearchBytes });
  const byName = names.flatMap((name) => callSites(name, lines, isProduction) ?? []);
  return planned === null ? byName : [planned, ...byName];
}

async function changedIn({ repository, job, changed, isProduction }: Place): Promise<readonly Candidate[]> {
  const production = changed.filter(({ path }) => isProduction(path));
  const texts = await readSome(
    repository,
    job.tree,
    production.map(({ path }) => path),
  );
  return texts.flatMap(({ path, text }) => {
    const lines = production.find((file) => file.path === path)?.changed ?? [];
    return changedFunctions(path, text, lines).map(({ name }) => ({ name, file: path }));
  });
}

async function importedBy({ repository, job, files }: Place): Promise<readonly Imported[]> {
  const texts = await readSome(repository, job.tree, job.testFiles);
  return texts.flatMap(({ path, text }) => importedNames(path, text, files));
}

async function readSome(
  repository: Reading,
  tree: string,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const read = paths.slice(0, mostFilesRead).map(async (path) => {
    const text = await readText(repository, tree, path);
    return text === null ? [] : [{ path, text: text.slice(0, longestFile) }];
  });
  return (await Promise.all(read)).flat();
}

/** A file too large to be read as a text was not written by hand: nothing is looked for in it. */
async function readText(repository: Reading, tree: string, path: string): Promise<string | null> {
  try {
    return await repository.readFile(tree, path);
  } catch (error) {
    if (error instanceof RepositoryError && error.kind === 'other') return null;
    throw error;
  }
}
