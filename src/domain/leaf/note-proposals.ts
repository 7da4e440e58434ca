import { z } from 'zod';
import { displayLine } from '../sanitise.js';

/** What a leaf proposes to remember. Read widely and cut by `notesOf`: a note too many must not cost an answer. */
export const noteProposals = z.array(z.string().max(20_000)).max(50).default([]);

export const noteLimits = { notes: 2, characters: 500 } as const;

export interface ReadNotes {
  readonly kept: readonly string[];
  /** What was dropped, and why, for the run's notes; empty when nothing was. */
  readonly dropped: readonly string[];
}

/** At most two notes, each one line that begins with `gotcha: ` or `pattern: ` (R-001-43). */
export function notesOf(proposals: readonly string[]): ReadNotes {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const proposal of proposals) {
    const why = kept.length === noteLimits.notes ? `more than ${noteLimits.notes}` : problemOf(proposal);
    if (why === null) kept.push(displayLine(proposal.trim(), noteLimits.characters));
    else if (proposal.trim() !== '') dropped.push(`not remembered (${why}): ${displayLine(proposal, 120)}`);
  }
  return { kept, dropped: dropped.slice(0, 3) };
}

function problemOf(proposal: string): string | null {
  const text = proposal.trim();
  if (!/^(?:gotcha|pattern): \S/.test(text)) return 'it begins with neither "gotcha: " nor "pattern: "';
  return text.length > noteLimits.characters ? `longer than ${noteLimits.characters} characters` : null;
}
