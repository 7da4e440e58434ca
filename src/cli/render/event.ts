import type { RunEvent, StatusView } from '../../contract/views.js';
import type { Paint } from './colour.js';
import { clock, duration, plainLine } from './plain.js';
import { untilWhen } from './when.js';

/** One event on one line: when, where, what; a message also with who sent it, as the server noted. */
export function eventLine(event: RunEvent, paint: Paint, sender: string | null = null): string {
  const where = event.step === '-' ? event.phase : `${event.step} ${event.phase}`;
  const from = sender === null ? '' : paint.faint(` (sent by ${plainLine(sender)})`);
  const tries = event.attempt > 1 ? ` #${event.attempt}` : '';
  return `${paint.faint(clock(event.atMs))}  ${(where + tries).padEnd(14)}  ${tone(event, paint)(plainLine(event.line))}${from}`;
}

function tone(event: RunEvent, paint: Paint): (text: string) => string {
  switch (event.kind) {
    case 'commit':
    case 'end':
      return paint.good;
    case 'gate':
    case 'message':
      return paint.warn;
    case 'step-start':
      return paint.strong;
    case 'launch':
    case 'exit':
    case 'state':
      return paint.faint;
    case 'evidence':
    case 'verdict':
    case 'note':
      return (text) => text;
  }
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The line at the bottom of a terminal. */
export function liveLine(status: StatusView, nowMs: number, tick: number): string {
  const frame = frames[tick % frames.length] ?? '·';
  const { steps, phase, gear } = status;
  const step = status.step === null ? '' : ` step ${status.step.id} ·`;
  const since = duration(nowMs - status.phaseSinceMs);
  const waits = status.wait === null ? '' : ` · waits, ${untilWhen(status.wait.untilMs, nowMs)}`;
  return `${frame}${step} ${phase} · ${since} · ${steps.done} of ${steps.total} steps done · ${gear.gear} · ${leaves(status)}${waits}`;
}

function leaves(status: StatusView): string {
  return status.spent.leaves === 1 ? '1 leaf' : `${status.spent.leaves} leaves`;
}
