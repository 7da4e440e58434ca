import type { DevelopInput, DevelopReport } from '../contract/activities.js';
import { DebuggerAnswer, diagnosisOf } from '../domain/leaf/debugger-answer.js';
import { CharacteriseAnswer, DeveloperAnswer } from '../domain/leaf/developer-answer.js';
import { notesOf } from '../domain/leaf/note-proposals.js';
import { displayLine } from '../domain/sanitise.js';
import type { LeafRun } from './leaf.js';

type Said = Pick<DevelopReport, 'leaf' | 'diagnosis' | 'mutation' | 'piece' | 'remember' | 'notes'>;

/**
 * What an editing leaf's answer is good for: a question, a root cause, a smaller piece, something to remember. An
 * answer of another form says nothing; the tree is judged all the same.
 */
export function saidBy({ role, step }: Pick<DevelopInput, 'role' | 'step'>, leaf: LeafRun): Said {
  if (role === 'debugger') return saidByDebugger(leaf);
  if (step.shape !== 'characterise') return saidByDeveloper(leaf, leaf.conclusion.answer);
  const answer = CharacteriseAnswer.safeParse(leaf.conclusion.answer);
  if (!answer.success) return saidByDeveloper(leaf, leaf.conclusion.answer);
  const { mutation, ...rest } = answer.data;
  return { ...saidByDeveloper(leaf, rest), mutation };
}

function saidByDeveloper({ report }: LeafRun, given: unknown): Said {
  const answer = DeveloperAnswer.safeParse(given);
  if (!answer.success) return nothingSaid(report);
  const { status, note, remember } = answer.data;
  const { kept, dropped } = notesOf(remember);
  const said = { ...nothingSaid(report), remember: kept, notes: dropped };
  if (status === 'needs-user') return { ...said, leaf: asking(report, note) };
  if (status !== 'too-big') return said;
  const piece = displayLine(note.trim().split('\n')[0]?.trim() ?? '', longestTitle);
  const untitled = 'the leaf calls the step too big and names no smaller piece; its tree is judged as it is';
  return piece === '' ? { ...said, notes: [...dropped, untitled] } : { ...said, piece };
}

/** As long as a title of the ledger may well be. */
const longestTitle = 200;

function saidByDebugger({ report, conclusion }: LeafRun): Said {
  const answer = DebuggerAnswer.safeParse(conclusion.answer);
  if (!answer.success) return nothingSaid(report);
  const { status, note, remember } = answer.data;
  const { kept, dropped } = notesOf(remember);
  const said = { ...nothingSaid(report), remember: kept, notes: dropped };
  if (status === 'needs-user') return { ...said, leaf: asking(report, note) };
  return { ...said, diagnosis: diagnosisOf(answer.data) };
}

function nothingSaid(leaf: LeafRun['report']): Said {
  return { leaf, diagnosis: null, mutation: null, piece: null, remember: [], notes: [] };
}

/** A leaf that asks ends as `needs-user` with the whole question, whatever else it says (R-002-30, F44). */
function asking(report: LeafRun['report'], question: string): LeafRun['report'] {
  return { ...report, outcome: 'needs-user', message: question };
}
