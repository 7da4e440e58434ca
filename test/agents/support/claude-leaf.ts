import { messagesStub, type ModelRequest, type ModelScript } from '../../support/messages-stub.js';
import type { Rig } from '../../adapters/process/support/rig.js';
import { claudeCli } from './claude-cli.js';
import { skipNote as noteOf } from './clis.js';
import { agentOf, linesOf, playAgent, type LeafRun, type LeafWish } from './leaf.js';

export const claudePath = claudeCli.program;
export const skipNote = noteOf(claudeCli);

/** With the model's own turns, for what claude alone has. */
export type ClaudeWish = LeafWish & { readonly script: ModelScript };

export type ClaudeRun = Omit<LeafRun, 'asked'> & {
  readonly requests: readonly ModelRequest[];
  /** All lines it printed. */
  readonly lines: readonly string[];
};

/** One leaf of the real claude as an activity runs it, with a scripted model behind it. */
export async function runClaude(guardPath: string, wish: ClaudeWish, rigs: Rig[]): Promise<ClaudeRun> {
  const stub = await messagesStub(wish.script);
  try {
    const played = await playAgent(guardPath, rigs, wish, (path) => agentOf(claudeCli, stub.url, wish, path));
    return { ...played, requests: stub.requests, lines: linesOf(played.result) };
  } finally {
    await stub.close();
  }
}
