import type { RunScope } from '../domain/run/references.js';
import type {
  CommitInput,
  CommitReport,
  KeepAttemptInput,
  KeptAttempt,
  PublishInput,
  PublishReport,
} from './jobs/commit.js';
import type { CheckInput, CheckReport } from './jobs/check.js';
import type {
  DevelopInput,
  DevelopReport,
  GenerateInput,
  GenerateReport,
  LayReviewInput,
  TakeReviewInput,
  TakenReport,
} from './jobs/edit.js';
import type {
  CharacteriseInput,
  GreenInput,
  GreenReport,
  RedInput,
  RedReport,
  TakenBackInput,
  TakenBackReport,
  VerifyInput,
  VerifyReport,
} from './jobs/evidence.js';
import type { LeafLabel } from './jobs/leaf.js';
import type { NextStepInput, NextStepReport } from './jobs/next-step.js';
import type {
  BaselineInput,
  BaselineReport,
  PlanInput,
  PlanReport,
  PreflightInput,
  PreflightReport,
  SetupReport,
} from './jobs/prepare.js';
import type { TidyUpInput, TidyUpReport } from './jobs/tidy.js';
import type { CritiqueInput, CritiqueReport, DomainReviewInput, DomainReviewReport } from './jobs/review.js';

export type * from './jobs/leaf.js';
export type * from './jobs/prepare.js';
export type * from './jobs/next-step.js';
export type * from './jobs/edit.js';
export type * from './jobs/check.js';
export type * from './jobs/evidence.js';
export type * from './jobs/review.js';
export type * from './jobs/commit.js';
export type * from './jobs/tidy.js';

/** The short and safe-to-repeat jobs: trees, commits, the ledger. Find, then do. */
export interface QuickActivities {
  preflight(input: PreflightInput): Promise<PreflightReport>;
  nextStep(input: NextStepInput): Promise<NextStepReport>;
  commit(input: CommitInput): Promise<CommitReport>;
  keepAttempt(input: KeepAttemptInput): Promise<KeptAttempt>;
  publish(input: PublishInput): Promise<PublishReport>;
  layReview(input: LayReviewInput): Promise<{ readonly folder: string }>;
  takeReview(input: TakeReviewInput): Promise<TakenReport>;
  /** `isDone`: nobody will go on with the run, so that its review copies go too. */
  tidyUp(input: TidyUpInput): Promise<TidyUpReport>;
  /** Nothing but an answer: some worker of this host is there. */
  hostAnswers(): Promise<void>;
}

/** What any worker can do, whatever its host. */
export interface SharedActivities {
  /** The host of the worker that took it; `lost`: those that are asked last. */
  claimHost(input: { readonly lost: readonly string[] }): Promise<{ readonly hostId: string }>;
}

/** The long jobs that start child processes: one attempt each, the workflow decides what follows. */
export interface LeafActivities {
  setup(input: { readonly scope: RunScope; readonly label: LeafLabel }): Promise<SetupReport>;
  baseline(input: BaselineInput): Promise<BaselineReport>;
  plan(input: PlanInput): Promise<PlanReport>;
  develop(input: DevelopInput): Promise<DevelopReport>;
  observeRed(input: RedInput): Promise<RedReport>;
  observeGreen(input: GreenInput): Promise<GreenReport>;
  /** Does the red test still fail with the production change taken back? */
  observeTakenBack(input: TakenBackInput): Promise<TakenBackReport>;
  observeCharacterised(input: CharacteriseInput): Promise<RedReport>;
  generate(input: GenerateInput): Promise<GenerateReport>;
  check(input: CheckInput): Promise<CheckReport>;
  verify(input: VerifyInput): Promise<VerifyReport>;
  domainReview(input: DomainReviewInput): Promise<DomainReviewReport>;
  critique(input: CritiqueInput): Promise<CritiqueReport>;
}
