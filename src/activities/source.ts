import type { SourceInput } from '../contract/run-input.js';
import { causeFailure } from '../contract/failures.js';
import { readIssue } from '../texts/issue.js';
import type { Tools } from './tools.js';

/** An issue body over this is refused by name (design 6). */
const maxSourceBytes = 1_000_000;

export interface Issue {
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly string[];
}

/**
 * The source as it is at the start: later edits are not followed (T1).
 * @throws `source-unusable` or `no-criteria`, with what was expected and an example
 */
export async function readSource(tools: Tools, source: SourceInput): Promise<Issue> {
  const found = await tools.tracker.read(source.file, maxSourceBytes);
  if (found.kind === 'missing') throw causeFailure('source-unusable', found.why);
  const read = readIssue(found.bytes, found.name);
  if (read.kind === 'problem') throw causeFailure(read.cause, read.message);
  return read.issue;
}
