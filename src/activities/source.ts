import type { SourceInput } from '../contract/run-input.js';
import { causeFailure } from '../contract/failures.js';
import { isRemoteOrigin } from '../domain/run/origin-url.js';
import { readIssue } from '../texts/issue.js';
import type { Repository } from '../ports/repository.js';
import type { Tools } from './tools.js';

/** An issue body over this is refused by name (design 6). */
const maxSourceBytes = 1_000_000;

export interface Issue {
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly string[];
}

/** The issue in its file on this host; null where there is none: of a spec, and of a remote. @throws as `readSource` does */
export async function issueOnDisk(tools: Tools, source: SourceInput): Promise<Issue | null> {
  return source.kind === 'spec' || isRemoteOrigin(source.origin) ? null : readSource(tools, source);
}

/**
 * The source as it is at the start: later edits are not followed (T1).
 * @throws `source-unusable` or `no-criteria`, with what was expected and an example
 */
export async function readSource(tools: Tools, source: SourceInput): Promise<Issue> {
  const found = await tools.tracker.read(source.file, maxSourceBytes);
  if (found.kind === 'missing') throw causeFailure('source-unusable', found.why);
  return issueIn(found.bytes, found.name);
}

/**
 * The issue as it stands in this commit: that of a remote has no file on any host. Null for a spec.
 * @throws as `readSource` does
 */
export async function issueAt(
  repository: Pick<Repository, 'readFile'>,
  { kind, file, origin }: SourceInput,
  sha: string,
): Promise<Issue | null> {
  if (kind === 'spec') return null;
  const text = await repository.readFile(sha, file);
  if (text !== null) return issueIn(new TextEncoder().encode(text), file);
  const example = 'expected the path of a Markdown file that is committed there, for example: docs/issue.md';
  throw causeFailure('source-unusable', `${file} is not in ${origin} at ${sha.slice(0, 10)}; ${example}`);
}

function issueIn(bytes: Uint8Array, name: string): Issue {
  const read = readIssue(bytes, name);
  if (read.kind === 'problem') throw causeFailure(read.cause, read.message);
  return read.issue;
}
