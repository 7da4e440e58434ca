import { loadConfig } from '../../config.js';
import { CliError, type Io } from '../io.js';
import { paint } from '../render/colour.js';
import { fileGateNotes, fileGateText } from '../render/file-gate.js';

export interface FileGateFlags {
  readonly base?: string;
  readonly allowlist?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** Exit codes of seed 004: 0 clean, 1 outside, 2 whenever nothing can be judged (R-004-14). */
export async function fileGate(io: Io, flags: FileGateFlags): Promise<void> {
  const { base = null, allowlist = '' } = flags;
  if (allowlist === '') {
    const expected = 'expected a file with one path a line';
    throw new CliError(2, `No allowlist was given; ${expected}, for example: --allowlist .tdd-loop/allowlist.txt`);
  }
  const judgement = await judged({ base, allowlist }, flags);
  if (judgement.kind === 'cannot-judge') throw cannotJudge(judgement.why);
  const { finding, base: found, changed, notes } = judgement;
  if (finding.kind === 'outside') io.exitWith(1);
  for (const line of fileGateNotes(notes, paint(io.colour))) io.say(line);
  if (flags.json !== true) return io.data(fileGateText({ finding, base: found, changed }, paint(io.colour)));
  const { added, modified, deleted } = finding.kind === 'outside' ? finding : { added: [], modified: [], deleted: [] };
  const { given, ref, sha, mergeBase, branch, head } = found;
  const outside = { added, modified, deleted };
  io.json({
    ...{ clean: finding.kind === 'clean', outside, changed, branch, head },
    ...{ base: { given, ref, sha }, mergeBase, notes },
  });
}

/** A fault that nobody foresaw is no verdict either: a script must not take it for one. */
async function judged(wish: { readonly base: string | null; readonly allowlist: string }, flags: FileGateFlags) {
  const config = loadConfig();
  try {
    const { judgeCheckout } = await import('../../local/file-gate.js');
    return await judgeCheckout(config, { ...wish, cwd: process.cwd() });
  } catch (error) {
    const text =
      error instanceof Error ? ((flags.debug === true ? error.stack : null) ?? error.message) : String(error);
    throw cannotJudge(text);
  }
}

function cannotJudge(why: string): CliError {
  return new CliError(2, `file gate: can't judge: ${why}`);
}
