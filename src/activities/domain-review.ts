import { Context } from '@temporalio/activity';
import type { DomainReviewInput, DomainReviewReport } from '../contract/activities.js';
import { jsonBytes } from '../domain/json-bytes.js';
import { reviewTier } from '../domain/leaf/model-tier.js';
import { cutChars } from '../domain/sanitise.js';
import { malformed, readDomainAnswer, type Verdict } from '../domain/review/verdict.js';
import { domainReviewerPrompt } from '../prompts/domain-reviewer.js';
import { domainAnswerSchema } from '../prompts/schemas.js';
import type { LeafConclusion } from '../ports/agent.js';
import { domainFacts, type DomainFacts } from './domain-facts.js';
import { runLeaf } from './leaf.js';
import { loadLedger } from './ledger-at.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import { isTestFile } from './test-files.js';
import type { Tools } from './tools.js';
import { emptyTree } from './withheld.js';

/**
 * The domain reviewer's veto or approval of one diff: an empty folder, no shell, a closed brief
 * (R-001-08, 09, 17, 19, 22). Bound to the tree whose diff it was shown.
 */
export async function domainReview(tools: Tools, input: DomainReviewInput): Promise<DomainReviewReport> {
  const run = await openRun(tools, input.scope);
  const { brief, lines } = await domainReviewFacts(run, input);
  const prompt = domainReviewerPrompt(brief);
  const { report, conclusion, folder, manifest } = await runLeaf(tools, run, {
    role: 'domain-reviewer',
    phase: input.phase,
    label: input.label,
    name: `domain-${input.phase}`,
    tier: reviewTier(lines),
    prompt,
    schema: domainAnswerSchema,
    env: {},
    store: null,
    shell: false,
    // R-001-19: the diff and names, no whole files and no tree.
    lay: (place) => run.repository.exportTree(emptyTree, place.work),
    trees: { work: emptyTree },
    sources: { diffFrom: input.base, diffTo: input.tree },
  });
  throwIfCancelled(Context.current());
  const { verdict, advice } = answerOf(conclusion, input.tree);
  const { step } = input.label;
  const event = { kind: 'verdict', step, phase: input.phase, actor: 'domain-reviewer', manifest: manifest.sha256 };
  await tools.folders.discard(run.key, folder.label);
  await tools.folders.appendEvent(run.key, { ...event, ...verdict, advice });
  return { leaf: report, verdict, advice };
}

export async function domainReviewFacts(
  run: Run,
  input: Pick<DomainReviewInput, 'step' | 'tree' | 'base' | 'phase' | 'testFiles'>,
): Promise<DomainFacts> {
  const { step, tree, base, phase, testFiles } = input;
  const [ledger, start] = await Promise.all([loadLedger(run, base), run.repository.branchTip(run.facts.branch)]);
  const criterion = ledger.criteria[step.criterion - 1] ?? '';
  return domainFacts(run.repository, {
    ...{ phase, tree, base, start, testFiles },
    planned: ledger.files.map(({ path }) => path),
    planSays: [step.title, criterion],
    isTestFile: (path) => isTestFile(run, path),
  });
}

/** How long a text may be, tried in this order; 20 reasons and 20 pieces of advice of the last always fit. */
const textLengths = [500, 250, 120] as const;
/** Of verdict and advice; the leaf's tail and message take the rest of 64 KiB (design 6). */
const maxBytes = 32 * 1024;

interface Answer {
  readonly verdict: Verdict;
  readonly advice: readonly string[];
}

function answerOf({ outcome, answer }: LeafConclusion, tree: string): Answer {
  if (outcome !== 'done') return { verdict: malformed(`the domain reviewer ended as ${outcome}`, tree), advice: [] };
  const whole = readDomainAnswer(answer, tree);
  const cut = textLengths.map((length) => shortened(whole, length));
  return cut.find((one) => jsonBytes(one) <= maxBytes) ?? shortened(whole, textLengths[2]);
}

function shortened({ verdict, advice }: Answer, length: number): Answer {
  const short = (text: string): string => cutChars(text, length);
  return { verdict: { ...verdict, reasons: verdict.reasons.map(short) }, advice: advice.map(short) };
}
