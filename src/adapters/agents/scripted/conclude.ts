import type { LeafConclusion } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { howItEnded, outcomeWithoutRecord, withEnding } from '../how-it-ended.js';
import { readOutput } from '../read-bounded.js';
import { findRecord } from './read-record.js';
import type { LeafRecord } from './leaf-task.js';

/** How a scripted leaf ended, by facts alone: how the process ended, and the record it left or did not leave (R03). */
export async function concludeScripted(result: ProgramResult): Promise<LeafConclusion> {
  const reading = findRecord(await readOutput(result.out));
  if (reading.kind === 'record') return withRecord(reading.record, result);
  const record = reading.kind === 'none' ? 'no record' : `a record that can't be read (${reading.why})`;
  return {
    outcome: outcomeWithoutRecord(result),
    answer: null,
    usage: null,
    resetAtMs: null,
    message: `${howItEnded(result)}, ${record}`,
  };
}

function withRecord({ outcome, answer, message, usage, resetAtMs }: LeafRecord, result: ProgramResult): LeafConclusion {
  const said = withEnding(message, result);
  return { outcome, answer: outcome === 'done' ? answer : null, usage, message: said, resetAtMs };
}
