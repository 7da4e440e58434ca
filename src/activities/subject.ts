import type { PreflightInput } from '../contract/activities.js';
import type { Facts } from '../contract/run-facts.js';
import type { OriginFacts, Repository } from '../ports/repository.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { chooseBase, type Base } from './origin-checks.js';
import type { BranchFacts } from './run-branch.js';
import type { Issue } from './source.js';
import { folderOf, readSpec } from './spec.js';
import type { Tools } from './tools.js';

/** What a run is about, as preflight settles it. */
export interface Subject {
  readonly title: string;
  readonly body: string;
  readonly facts: Pick<Facts, 'title' | 'issueNumber' | 'body' | 'criteria' | 'spec'>;
  readonly notes: readonly string[];
}

interface SubjectWish {
  readonly input: PreflightInput;
  readonly issue: Issue | null;
  /** What pawl.json adds to those of a spec's tasks. */
  readonly labels: MoreLabels;
}

/** An issue as it was read, or the spec at the base. @throws as `readSpec` does */
export async function subjectAt(
  tools: Tools,
  repository: Repository,
  base: string,
  { input, issue, labels }: SubjectWish,
): Promise<Subject> {
  const { source, runKey, options } = input;
  if (issue !== null) {
    const { title, body, criteria } = issue;
    const kept = await tools.artifacts.put(runKey, body);
    return {
      title,
      body,
      facts: { title, issueNumber: source.issueNumber, body: kept, criteria: [...criteria] },
      notes: [],
    };
  }
  const { title, body, list, notes } = await readSpec(tools, repository, {
    base,
    source,
    driver: options.driver,
    labels,
  });
  const [kept, frozen] = await Promise.all([tools.artifacts.put(runKey, body), tools.artifacts.put(runKey, list)]);
  const spec = { folder: folderOf(source), list: frozen, labels: { ...labels } };
  // A task's criterion is read from the list itself, where it stays frozen.
  return { title, body, facts: { title, issueNumber: null, body: kept, criteria: [], spec }, notes };
}

/** A ledger names its base; a spec's branch tells it by where its first own commit hangs (R-004-24). */
export async function baseOf(
  repository: Repository,
  origin: OriginFacts,
  typed: string | null,
  found: BranchFacts,
): Promise<Base> {
  const base = await chooseBase(repository, origin, typed, found.baseSha);
  if (found.tip === null || found.baseSha !== null) return base;
  const [first] = await repository.log(base.sha, found.tip);
  return { ref: base.ref, sha: first?.parents[0] ?? base.sha };
}
