import type { LeafActivities, QuickActivities } from '../contract/activities.js';
import { observeCharacterised } from './characterise.js';
import { check } from './check.js';
import { commit } from './commit.js';
import { critique } from './critique.js';
import { develop } from './develop.js';
import { domainReview } from './domain-review.js';
import { generate } from './generate.js';
import { nextStep } from './next-step.js';
import { plan } from './plan.js';
import { preflight } from './preflight.js';
import { keepAttempt } from './keep-attempt.js';
import { publish } from './publish.js';
import { pulsing } from './pulse.js';
import { layReview, takeReview } from './review.js';
import { baseline, observeGreen, observeRed } from './run-tests.js';
import { setup } from './setup.js';
import { observeTakenBack } from './taken-back.js';
import { tidyUp } from './tidy-up.js';
import type { Tools } from './tools.js';
import { verify } from './verify.js';
import { timed, type Worked } from './timed.js';

type Job<I, O> = (tools: Tools, input: I) => Promise<O>;

/** The activities of the leaf queue: each starts child processes. */
export function createLeafActivities(tools: Tools): LeafActivities {
  const bound = <I, O extends object>(job: Job<I, O>): ((input: I) => Promise<O & Worked>) =>
    pulsing(timed((input: I) => job(tools, input)));
  return {
    setup: bound(setup),
    baseline: bound(baseline),
    plan: bound(plan),
    develop: bound(develop),
    observeRed: bound(observeRed),
    observeGreen: bound(observeGreen),
    observeTakenBack: bound(observeTakenBack),
    observeCharacterised: bound(observeCharacterised),
    generate: bound(generate),
    check: bound(check),
    verify: bound(verify),
    domainReview: bound(domainReview),
    critique: bound(critique),
  };
}

/** The activities of the quick queue: trees, commits, the ledger. */
export function createQuickActivities(tools: Tools): QuickActivities {
  const bound = binder(tools);
  return {
    preflight: bound(preflight),
    nextStep: bound(nextStep),
    commit: bound(commit),
    keepAttempt: bound(keepAttempt),
    publish: bound(publish),
    layReview: bound(layReview),
    takeReview: bound(takeReview),
    tidyUp: bound(tidyUp),
    hostAnswers: () => Promise.resolve(),
  };
}

function binder(tools: Tools) {
  return <I, O>(job: Job<I, O>): ((input: I) => Promise<O>) => pulsing((input: I) => job(tools, input));
}
