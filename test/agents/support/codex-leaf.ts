import type { Rig } from '../../adapters/process/support/rig.js';
import { responsesStub, type ResponsesRequest, type ResponsesScript } from '../../support/responses-stub.js';
import { skipNote } from './clis.js';
import { codexCli } from './codex-cli.js';
import { agentOf, linesOf, playAgent, type LeafRun, type LeafWish } from './leaf.js';

export const codexPath = codexCli.program;
export const codexSkipNote = skipNote(codexCli);

/** With the model's own turns, for what codex alone has. */
export type CodexWish = LeafWish & { readonly script: ResponsesScript };

export type CodexRun = Omit<LeafRun, 'asked'> & {
  readonly requests: readonly ResponsesRequest[];
  /** All lines it printed. */
  readonly lines: readonly string[];
};

/** One leaf of the real codex as an activity runs it, with a scripted model behind it. */
export async function runCodex(guardPath: string, wish: CodexWish, rigs: Rig[]): Promise<CodexRun> {
  const stub = await responsesStub(wish.script);
  try {
    const played = await playAgent(guardPath, rigs, wish, (path) => agentOf(codexCli, stub.url, wish, path));
    return { ...played, requests: stub.requests, lines: linesOf(played.result) };
  } finally {
    await stub.close();
  }
}
