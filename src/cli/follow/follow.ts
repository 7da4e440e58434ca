import { setTimeout as sleep } from 'node:timers/promises';
import type { GateView } from '../../contract/views.js';
import { unlessAborted } from '../interrupt.js';
import { CliError } from '../io.js';
import { paint } from '../render/colour.js';
import { eventLine, liveLine } from '../render/event.js';
import { readEnd, type RunEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';
import { GateDesk, type GateDeskOptions } from './gate-desk.js';
import { Troubles } from './troubles.js';
import { Watch, type Look } from './watch.js';

export type Followed =
  | { readonly kind: 'ended'; readonly row: RunRow; readonly end: RunEnd }
  /** The run waits at a gate and nobody can be asked here, or the person answers later. */
  | { readonly kind: 'gate' | 'later'; readonly gate: GateView }
  | { readonly kind: 'detached' };

export interface FollowOptions extends GateDeskOptions {
  /** How many events from before are shown; all when the run was started just now. */
  readonly earlier: number | 'all';
  /** Called after every look that the run answered. */
  readonly onLook?: (look: Look) => Promise<void>;
}

const lookEveryMs = 400;

/** Shows what a run does until it ends, waits for a person, or is left alone. */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { io, server, workflowId, signal } = options;
  const watch = new Watch(server, workflowId);
  const desk = new GateDesk(options);
  const troubles = new Troubles(io);
  try {
    for (let tick = 0; !signal.aborted; tick += 1) {
      const look = await unlessAborted(watch.look(), signal);
      if (look === null) break;
      await desk.handedBack();
      troubles.say(look.trouble, Date.now());
      showEvents(options, look, tick === 0);
      if (look.row === null && look.trouble === null) throw new CliError(2, `${workflowId} is gone from the server.`);
      if (look.row !== null && !look.row.open) {
        return { kind: 'ended', row: look.row, end: await readEnd(server, workflowId, look.row.runId) };
      }
      if (look.status !== null) await options.onLook?.(look);
      const atGate = await desk.attend(look);
      if (atGate !== null) return atGate;
      if (look.status !== null && !desk.open) io.live(liveLine(look.status, Date.now(), tick));
      await sleep(lookEveryMs, undefined, { signal }).catch(() => null);
    }
    return { kind: 'detached' };
  } finally {
    await desk.close();
    io.live(null);
  }
}

function showEvents({ io, earlier, workflowId }: FollowOptions, look: Look, first: boolean): void {
  const paints = paint(io.colour);
  const shown = first && earlier !== 'all' ? look.fresh.slice(-earlier) : look.fresh;
  const hidden = look.missed + look.fresh.length - shown.length;
  if (hidden > 0) io.say(paints.faint(`… ${hidden} earlier: pawl events ${workflowId}`));
  for (const event of shown) io.say(eventLine(event, paints));
}
