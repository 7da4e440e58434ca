import type { RunReport } from '../../contract/result.js';
import { CliError, type Io } from '../io.js';
import { paint } from '../render/colour.js';
import { batchText, type ReviewSheet } from '../render/review.js';
import { markFor } from '../review/batch.js';
import { talkThrough } from '../review/dialogue.js';
import { gather, sheetsOf, type Gathered } from '../review/gather.js';
import { reasonOf, sendStepBack, type SendBackAnswer, type SendBackWish } from '../review/send-back.js';
import type { RunRow } from '../runs/find.js';
import { theRun } from '../runs/which.js';
import { onServer, type Server } from '../temporal/server.js';
import { readReport } from './report.js';

export interface ReviewFlags {
  readonly testsOnly?: boolean;
  readonly reviewed?: boolean;
  readonly sendBack?: string;
  readonly because?: string;
  readonly json?: boolean;
}

export async function review(io: Io, typed: string | null, flags: ReviewFlags): Promise<void> {
  const wish = wishOf(flags);
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    const report = await readReport(server, row);
    const gathered = await gather(server, row, report);
    if (gathered === null) return sayNothing(io, row, flags);
    if (wish !== null) mustBeDone(gathered, wish);
    const sheets = await sheetsOf(server, row, gathered);
    const desk: ReviewDesk = { io, server, row, report, gathered, sheets, flags };
    sayBefore(desk);
    if (wish !== null && flags.reviewed !== true) return onlySendBack(desk, wish);
    if (io.interactive && flags.json !== true && flags.reviewed !== true && sheets.length > 0) return talk(desk);
    return showAll(desk, wish);
  });
}

interface ReviewDesk {
  readonly io: Io;
  readonly server: Server;
  readonly row: RunRow;
  readonly report: RunReport;
  readonly gathered: Gathered;
  readonly sheets: readonly ReviewSheet[];
  readonly flags: ReviewFlags;
}

function wishOf(flags: ReviewFlags): SendBackWish | null {
  if (flags.reviewed === true && flags.testsOnly === true) {
    throw new CliError(2, '--reviewed marks what was shown, and --tests-only leaves the code out: choose one of them.');
  }
  if (flags.sendBack === undefined) {
    if (flags.because === undefined) return null;
    throw new CliError(2, '--because belongs to --send-back; for example: pawl review --send-back 3 --because "…"');
  }
  return { step: flags.sendBack.trim(), because: reasonOf(flags.because) };
}

function mustBeDone({ batch }: Gathered, { step }: SendBackWish): void {
  if (batch.done.includes(step)) return;
  const known = batch.done.length === 0 ? 'none is done yet' : `done are: ${batch.done.join(', ')}`;
  throw new CliError(2, `Step "${step}" can't be sent back: no green commit of this branch is its own (${known}).`);
}

function sayNothing(io: Io, row: RunRow, { json }: ReviewFlags): void {
  if (json === true)
    return io.json({ workflowId: row.workflowId, waiting: 0, steps: [], marked: null, sentBack: null });
  io.say(`${row.workflowId} has no commits yet: there is nothing to review.`);
}

function sayBefore({ io, gathered, row }: ReviewDesk): void {
  const { book, batch } = gathered;
  if (book.lostMark !== null) {
    io.say(
      `The last review ended at ${book.lostMark.slice(0, 12)}, which is not on this branch any more: all is shown.`,
    );
  }
  if (batch.gated.length > 0) {
    io.say(`Not in it, since their tests were read at the gate: step ${batch.gated.join(', step ')}.`);
  }
  if (batch.steps.length === 0) io.say(`Nothing of ${row.workflowId} waits for a reviewer.`);
}

async function onlySendBack(desk: ReviewDesk, wish: SendBackWish): Promise<void> {
  const sent = await sendBackAloud(desk, wish);
  if (desk.flags.json === true) desk.io.json({ ...fieldsOf(desk, null), sentBack: { ...wish, ...sent } });
  if (sent.taken) desk.io.exitWith(desk.sheets.length === 0 ? 0 : 4);
}

async function sendBackAloud({ io, server, row, flags }: ReviewDesk, wish: SendBackWish): Promise<SendBackAnswer> {
  const sent = await sendStepBack(server, row, wish);
  if (!sent.taken) io.exitWith(2);
  if (flags.json !== true) {
    io.say(sent.taken ? `Step ${wish.step}: ${sent.answer}` : `It was not taken: ${sent.answer}`);
    io.say(`look: pawl status ${row.workflowId}`);
  }
  return sent;
}

/** For a pipe: prints everything; marks it only when told to. */
async function showAll(desk: ReviewDesk, wish: SendBackWish | null): Promise<void> {
  const { io, sheets, flags, gathered, row } = desk;
  if (flags.json !== true && sheets.length > 0) {
    io.data(batchText(sheets, flags.testsOnly === true ? ['tests'] : ['tests', 'code'], paint(io.colour)));
  }
  if (sheets.length > 0 && flags.reviewed !== true) io.exitWith(4);
  const sent = wish === null ? null : await sendBackAloud(desk, wish);
  // What could not be sent back is not done with.
  const marks = flags.reviewed === true && sent?.taken !== false;
  const marked = marks ? await moveMark(desk, gathered.tip) : null;
  if (flags.json === true) {
    return io.json({ ...fieldsOf(desk, marked), sentBack: wish === null ? null : { ...wish, ...sent } });
  }
  if (marked !== null) return io.say(`Reviewed up to ${marked.slice(0, 12)}.`);
  if (sheets.length > 0) io.say(`To mark all of this as reviewed: pawl review ${row.workflowId} --reviewed`);
}

function fieldsOf({ row, report, gathered, sheets, flags }: ReviewDesk, marked: string | null): object {
  const { book, batch, tip } = gathered;
  return {
    workflowId: row.workflowId,
    firstRunId: report.firstRunId,
    repository: book.repository,
    mark: book.mark,
    tip,
    waiting: sheets.length,
    gated: batch.gated,
    steps: sheets.map(({ step, diffs, evidence }) => ({
      id: step.id,
      title: step.title,
      sentBack: step.isSentBack,
      commits: step.commits.map(({ sha, subject }) => ({ sha, subject })),
      evidence,
      tests: diffs.map((diff) => diff.tests).join(''),
      ...(flags.testsOnly === true ? {} : { code: diffs.map((diff) => diff.code).join('') }),
    })),
    marked,
  };
}

async function talk(desk: ReviewDesk): Promise<void> {
  const { io, server, row, gathered, sheets } = desk;
  const mark = (reviewed: ReadonlySet<string>): Promise<string | null> =>
    moveMark(desk, markFor(gathered.batch, gathered.tip, reviewed));
  const { reviewed, interrupted } = await talkThrough({
    io,
    paint: paint(io.colour),
    sheets,
    sendBack: (wish) => sendStepBack(server, row, wish),
    settled: async (settled) => void (await mark(settled)),
  });
  const left = sheets.filter(({ step }) => !reviewed.has(step.id));
  io.exitWith(interrupted ? 130 : left.length === 0 ? 0 : 4);
  if (left.length === 0) return io.say('All of it is reviewed.');
  const [first] = left;
  io.say(`Still to be reviewed: step ${left.map(({ step }) => step.id).join(', step ')}.`);
  if (reviewed.size > 0)
    io.say(`The mark stands before step ${first?.step.id ?? '-'}: what comes after it is shown again.`);
}

/** @returns where the mark stands now */
async function moveMark({ gathered }: ReviewDesk, to: string): Promise<string> {
  const moved = await gathered.book.moveMark(to);
  if (moved.kind !== 'elsewhere') return to;
  throw new CliError(
    2,
    `Somebody else reviewed another state of this branch meanwhile (up to ${moved.at.slice(0, 12)}); nothing was marked. Look again.`,
  );
}
