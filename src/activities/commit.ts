import type { CommitInput, CommitReport, LedgerMark } from '../contract/activities.js';
import { causeFailure, retryableCauseFailure } from '../contract/failures.js';
import { allowedText } from '../domain/files/allowed-path.js';
import { renderCommitMessage, withParagraph } from '../domain/commit/commit-message.js';
import { parseTrailers } from '../domain/commit/parse-trailers.js';
import { ownTrailersProblem, type Evidence } from '../domain/commit/trailers.js';
import { LedgerError } from '../texts/ledger-error.js';
import { addAgain, addPiece, clearPending, tick, type AddedStep } from '../texts/ledger-marks.js';
import { parseLedger } from '../texts/ledger.js';
import type { CommitRequest } from '../ports/repository.js';
import { crashPoint } from './crash-point.js';
import { loadLedger } from './ledger-at.js';
import { plannedFiles } from './planned-files.js';
import { openRun, originKey, type Run } from './run-facts.js';
import { signedOff, signOffProblem, writeRunCommit } from './signing.js';
import { markedList } from './task-marks.js';
import type { Tools } from './tools.js';

/**
 * Exactly the verified tree plus Pawl's own mark, as one commit on top of `parent`; then the branch by
 * compare-and-swap; then the push. Every part finds what an earlier try has done (D2, F4–F6, R25).
 * @throws `plan-invalid` for a ledger that can't take the mark, `hook-broken` for a message that lost Pawl's trailers
 */
export async function commit(tools: Tools, input: CommitInput): Promise<CommitReport> {
  const run = await openRun(tools, input.scope);
  const { tree, added } = await markedTree(run, input);
  const message = await messageOf(run, input, await evidenceOf(run, input));
  await crashPoint(tools, 'commit-tree-made');
  const sha = await place(tools, run, input, {
    ...{ tree, message, parent: input.parent },
    author: run.facts.author,
    atMs: input.atMs,
  });
  await crashPoint(tools, 'commit-on-branch');
  await tools.folders.appendEvent(run.key, {
    kind: 'commit',
    sha,
    step: input.task ?? '-',
    phase: input.phase,
    atMs: input.atMs,
  });
  await remember(tools, run, input);
  const pushed = await pushBranch(run, sha, input.originTip);
  await crashPoint(tools, 'commit-pushed');
  return { sha, tree, added, ...pushed };
}

/** Once the commit stands (R-001-43). Notes are a help: one that can't be written harms no commit. */
async function remember(tools: Tools, run: Run, { remember: notes }: CommitInput): Promise<void> {
  if (notes.length === 0) return;
  try {
    await tools.memory.remember(originKey(run), notes);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    await tools.folders.appendEvent(run.key, { kind: 'note', line: `not remembered: ${why}`, notes: notes.length });
  }
}

/** The tick is in the commit's own tree, so that git and ledger never diverge (R-002-17, F10). */
async function markedTree(run: Run, input: CommitInput): Promise<Pick<CommitReport, 'tree' | 'added'>> {
  if (input.mark === null) return { tree: input.tree, added: null };
  const path = run.facts.ledgerPath;
  const text = await run.repository.readFile(input.tree, path);
  if (text === null) throw causeFailure('plan-invalid', `${path} is missing in the verified tree`);
  const marked = markedText(run, text, input.mark);
  return { tree: await run.repository.withFiles(input.tree, { [path]: marked.text }), added: marked.added };
}

type Marked = AddedStep | { readonly text: string; readonly added: null };

function markedText(run: Run, text: string, mark: NonNullable<LedgerMark>): Marked {
  const { spec, ledgerPath: path } = run.facts;
  if (spec !== undefined) return { text: markedList({ path, text, labels: spec.labels }, mark), added: null };
  try {
    return withMark(clearAllPending(withEvidenced(run, text)), mark);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw causeFailure('plan-invalid', `${run.facts.ledgerPath}: ${error.message}`);
  }
}

function withMark(ledger: string, mark: NonNullable<LedgerMark>): Marked {
  switch (mark.kind) {
    case 'tick':
      return { text: tick(ledger, mark.step, { pending: true }), added: null };
    case 'again':
      return addAgain(ledger, mark.step);
    case 'piece':
      return addPiece(ledger, mark.step, mark.title);
    case 'clear':
      return { text: ledger, added: null };
    case 'person':
      throw new LedgerError({
        line: 0,
        found: 'a mark for a person',
        expected: 'a tick: an issue’s ledger has no other mark',
        example: '- [x] 1. …',
      });
  }
}

/** An empty commit with evidence can't hold a tick, so the next one of Pawl's does (I1). */
function withEvidenced(run: Run, text: string): string {
  const evidenced = run.facts.completion?.evidenced ?? [];
  const open = parseLedger(text).steps.filter(({ id, done }) => !done && evidenced.includes(id));
  return open.reduce((ticked, { id }) => tick(ticked, id, { pending: false }), text);
}

/** A pending mark stands until the next commit of the run, whatever that is. */
function clearAllPending(text: string): string {
  const pending = parseLedger(text).steps.filter((step) => step.refactorPending);
  return pending.reduce((cleared, step) => clearPending(cleared, step.id), text);
}

async function messageOf(run: Run, input: CommitInput, evidence: Evidence | null): Promise<string> {
  const allowed = await allowedLines(run, input);
  if (input.message === null) return signedOff(run.facts, rendered(input, [...input.body, ...allowed], evidence));
  return withParagraph(fromHook(run, input, input.message), allowed);
}

/** The newest commit that touches the step's files, or anything where it names none: exists, is an ancestor, not empty (R-001-36). */
async function evidenceOf(run: Run, input: CommitInput): Promise<Evidence | null> {
  if (!input.isEvidence) return null;
  const files = plannedFiles(run, await loadLedger(run, input.parent), input.task ?? '-') ?? [];
  const found = await Promise.all(files.map((path) => run.repository.lastChange(input.parent, path)));
  const own = found.filter((sha) => sha !== null);
  let newest = own[0] ?? (await run.repository.lastChange(input.parent, '.')) ?? input.parent;
  for (const sha of own.slice(1)) if (await run.repository.isAncestor(newest, sha)) newest = sha;
  return { kind: 'satisfied-by', sha: newest };
}

function rendered(input: CommitInput, body: readonly string[], evidence: Evidence | null = null): string {
  return renderCommitMessage({
    kind: input.kind,
    title: input.subject,
    body,
    trailers: {
      task: input.task,
      run: input.firstRunId,
      phase: input.phase,
      gear: input.gear,
      review: input.review ?? null,
      evidence,
    },
  });
}

/** A commit-msg hook may change the words, not what Pawl says of the commit (R-001-42). */
function fromHook({ facts }: Run, input: CommitInput, message: string): string {
  const problem =
    messageProblem(message) ??
    ownTrailersProblem(parseTrailers(message), wantedTrailers(input)) ??
    signOffProblem(facts, message);
  if (problem === null) return message;
  throw causeFailure(
    'hook-broken',
    `a commit-msg hook left a message that Pawl can't use: ${problem}; expected that it keeps the last paragraph, for example by adding lines above it`,
  );
}

function wantedTrailers(input: CommitInput): ReturnType<typeof parseTrailers> {
  return parseTrailers(rendered(input, []));
}

function messageProblem(message: string): string | null {
  if (message.includes('\0')) return 'it holds a NUL character';
  return (message.split('\n', 1)[0] ?? '').trim() === '' ? 'its first line is empty' : null;
}

/** `Allowed besides the plan: src/clock.js (ada@laptop: the time comes from it)`, where this commit changes such a file (R-004-21). */
async function allowedLines(run: Run, { parent, tree }: CommitInput): Promise<readonly string[]> {
  const { allowed } = run.facts;
  if (allowed.length === 0) return [];
  const changed = new Set((await run.repository.changes(parent, tree)).map(({ path }) => path));
  const lines = allowed
    .filter(({ path }) => changed.has(path))
    .map((one) => `Allowed besides the plan: ${allowedText(one)}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** The commit, with the branch on it. */
async function place(tools: Tools, run: Run, input: CommitInput, request: CommitRequest): Promise<string> {
  const { branch } = run.facts;
  const sha = await writeRunCommit(run, request);
  await crashPoint(tools, 'commit-written');
  const moved = await run.repository.moveBranch(branch, sha, input.isFirst ? null : input.parent);
  if (moved.kind !== 'moved-by-others') return sha;
  // A try that was given up, and went on, may have been faster: the same commit under another signature.
  if (run.facts.signing !== undefined && (await writeRunCommit(run, request)) === moved.actual) return moved.actual;
  const at = moved.actual ?? 'nothing';
  throw causeFailure(
    'branch-moved',
    `${branch} is at ${at} and not at ${input.parent}: somebody else moved it; nothing was overwritten`,
  );
}

export interface PushReport {
  readonly push: { readonly kind: 'pushed' | 'deferred'; readonly why: string | null };
  readonly originTip: string | null;
}

/**
 * Never force. A branch that moved in the origin is left as it is (F48, F49).
 * @throws `branch-moved`, `push-refused`, or `push-failed` (worth another try)
 */
export async function pushBranch(run: Run, sha: string, originTip: string | null): Promise<PushReport> {
  const { branch } = run.facts;
  const pushed = await run.repository.push(branch, sha, originTip);
  switch (pushed.kind) {
    case 'pushed':
    case 'already':
      return { push: { kind: 'pushed', why: null }, originTip: sha };
    case 'deferred':
      return { push: { kind: 'deferred', why: pushed.why }, originTip };
    case 'moved-by-others': {
      const at = pushed.actual ?? 'gone';
      throw causeFailure(
        'branch-moved',
        `${branch} in the origin is at ${at}, not where Pawl left it (${originTip ?? 'absent'}); nothing was overwritten`,
      );
    }
    case 'refused':
      throw causeFailure('push-refused', `the origin refused ${branch}: ${pushed.why}`);
    case 'failed':
      throw retryableCauseFailure('push-failed', `${branch} could not be pushed: ${pushed.why}`);
  }
}
