import type { CheckReport } from '../contract/activities.js';
import type { HookCheck } from '../domain/checks/checks.js';
import { hookedMessage } from '../domain/checks/hooked-message.js';
import { broken, runHook } from './check-hooks.js';
import { inFolder, type CheckJob } from './check-program.js';
import { layForHooks, messageFile } from './check-workspace.js';

export interface MessageReport {
  readonly ran: CheckReport['ran'];
  /** Null when it is what it was. */
  readonly message: string | null;
}

/**
 * The commit-msg hooks on Pawl's message, each on what the one before left. No developer can mend a message, so one that
 * is refused is a fault of the set-up.
 * @throws `hook-broken`, also when a trailer was lost
 */
export async function commitMessageHooks(
  job: CheckJob,
  hooks: readonly HookCheck[],
  { tree, message }: { readonly tree: string; readonly message: string | null },
): Promise<MessageReport> {
  const ran: CheckReport['ran'][number][] = [];
  let current = message;
  for (const hook of hooks) {
    if (current === null) break;
    const { durationMs, left } = await hooked(job, hook, { tree, message: current });
    ran.push({ kind: 'hook', name: hook.name, ok: true, durationMs });
    current = left;
  }
  return { ran, message: current === message ? null : current };
}

async function hooked(
  job: CheckJob,
  hook: HookCheck,
  { tree, message }: { readonly tree: string; readonly message: string },
): Promise<{ readonly durationMs: number; readonly left: string }> {
  const { tools, input } = job;
  const lay = layForHooks(job, [hook], { tree, head: input.base });
  return inFolder(job, { tree, name: 'hook', lay }, async (place) => {
    await tools.folders.write(`${place.folder.work}/${messageFile}`, message);
    const run = await runHook(job, hook, place);
    if (run.exitCode !== 0) throw broken(hook, `it refuses the message "${subjectOf(message)}"`, run.output);
    const file = await tools.handFiles.read({ origin: place.folder.work, file: messageFile });
    if (file.kind !== 'text') throw broken(hook, `its message file is ${file.kind}`, run.output);
    const judged = hookedMessage(message, file.text);
    if (judged.kind === 'broken') throw broken(hook, judged.why, `${run.output}\n${file.text}`);
    return { durationMs: run.durationMs, left: judged.kind === 'same' ? message : judged.message };
  });
}

function subjectOf(message: string): string {
  return message.split('\n')[0]?.slice(0, 200) ?? '';
}
