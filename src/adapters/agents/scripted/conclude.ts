import type { LeafConclusion } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, failedAs, howItEnded, noRecord, withEnding } from '../how-it-ended.js';
import { readOutput } from '../read-bounded.js';
import { findRecord } from './read-record.js';
import type { LeafRecord } from './leaf-task.js';

/** How a scripted leaf ended, by facts alone: how the process ended, and the record it left or did not leave (R03). */
export async function concludeScripted(result: ProgramResult): Promise<LeafConclusion> {
  const reading = findRecord(await readOutput(result.out));
  if (reading.kind === 'record') return withRecord(reading.record, result);
  if (reading.kind === 'none') return ended(result, noRecord, `${howItEnded(result)}, no record`);
  if (reading.kind === 'several') {
    return ended(result, { says: 'several' }, `${reading.count} records; expected one`);
  }
  const message = `${howItEnded(result)}, a record that can't be read (${reading.why})`;
  return ended(result, { says: 'unreadable' }, message);
}

function withRecord({ outcome, answer, message, usage, resetAtMs }: LeafRecord, result: ProgramResult): LeafConclusion {
  if (outcome === 'done') return answered(result, { answer, usage, message });
  // A question is handed on letter for letter (F44).
  return { ...ended(result, failedAs(outcome), message), message: withEnding(message, result), usage, resetAtMs };
}
