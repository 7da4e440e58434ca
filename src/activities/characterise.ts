import type { CharacteriseInput, RedReport } from '../contract/activities.js';
import type { RedFinding } from '../domain/evidence/evidence.js';
import { asItIs, underMutation } from '../domain/evidence/judge-characterised.js';
import { mutate, mutationText, type Mutation } from '../domain/evidence/mutation.js';
import { loadReport, storeReport } from './observe.js';
import { filesWithTests, startRuns } from './observe-often.js';
import { openRun, type Run } from './run-facts.js';
import { isTestFile } from './test-files.js';
import { testSources } from './test-sources.js';
import type { Tools } from './tools.js';

const gateTextBytes = 12_000;

/**
 * RED of a test for behaviour that is there already: it passes on the tree, and fails by its assertion on the same tree
 * with one named place of the code made wrong. Pawl makes that tree itself, in the object store alone: it is in no
 * workspace and in no commit (R-000-56…58, R14).
 */
export async function observeCharacterised(tools: Tools, input: CharacteriseInput): Promise<RedReport> {
  const run = await openRun(tools, input.scope);
  const { tree, base, testFiles, mutation, newTests } = input;
  const wrong = await mutatedTree(run, tree, mutation);
  const open = await startRuns(tools, run, { ...input, name: 'observe-characterised' });
  const [seen, baseline, sources, testHash, testText] = await Promise.all([
    open([]).whole(),
    loadReport(tools, run, input.baseline),
    testSources(run, { before: base, after: tree }, testFiles),
    run.repository.fingerprint(tree, testFiles),
    run.repository.diffText(base, tree, gateTextBytes),
  ]);
  const facts = { report: seen.report, baseline, testFiles, newTests, sources };
  const shown = { report: await storeReport(tools, run, seen.report), testHash, testText };
  const refused = asItIs(facts) ?? (wrong.kind === 'refused' ? wrong : null);
  if (refused !== null || wrong.kind === 'refused') {
    const finding: RedFinding = refused ?? { kind: 'refused', class: 'cannot-tell', reason: 'nothing to judge' };
    return { ...shown, finding, output: seen.output, durationMs: seen.durationMs };
  }
  const wrongRuns = await startRuns(tools, run, { ...input, tree: wrong.tree, name: 'observe-mutated' });
  const runs = wrongRuns(filesWithTests(testFiles, seen.report));
  const mutated = (await runs.alone()) ?? (await runs.whole());
  const finding = underMutation(seen.report, mutated.report, facts);
  return {
    ...shown,
    finding: finding.kind === 'red' ? { ...finding, summary: `${finding.summary}; ${named(mutation)}` } : finding,
    output: mutated.output,
    durationMs: seen.durationMs + mutated.durationMs,
  };
}

function named(mutation: Mutation | null): string {
  return mutation === null ? '' : mutationText(mutation);
}

type Wrong = { readonly kind: 'made'; readonly tree: string } | Extract<RedFinding, { kind: 'refused' }>;

async function mutatedTree(run: Run, tree: string, mutation: Mutation | null): Promise<Wrong> {
  const refuse = (reason: string): Wrong => ({ kind: 'refused', class: 'cannot-tell', reason });
  if (mutation === null) {
    return refuse('no "mutation" was named: one place of the code that, made wrong, has to make the test fail');
  }
  if (isTestFile(run, mutation.path)) {
    return refuse(
      `the mutation names ${mutation.path}, which is a test; it has to change the code that the test is about`,
    );
  }
  const changed = mutate(await run.repository.readFile(tree, mutation.path), mutation);
  if (changed.kind === 'refused') return refuse(changed.why);
  return { kind: 'made', tree: await run.repository.withFiles(tree, { [mutation.path]: changed.text }) };
}
