import { z } from 'zod';
import { Mutation } from '../evidence/mutation.js';
import { noteProposals } from './note-proposals.js';

/**
 * What a developer leaf answers with. It decides nothing about the work, which is judged by evidence
 * (R-001-38); it only tells a question from an ending (F44), and a step that has to be cut (R-001-10).
 */
export const DeveloperAnswer = z.strictObject({
  status: z.enum(['done', 'nothing-to-do', 'needs-user', 'too-big']),
  /** One or two sentences; for `needs-user` the whole question (R-002-30); for `too-big` the smaller piece's title. */
  note: z.string().max(4_000),
  remember: noteProposals,
});
export type DeveloperAnswer = z.infer<typeof DeveloperAnswer>;

/** For a test of what is there already, with the change that it has to notice (R-000-56). */
export const CharacteriseAnswer = DeveloperAnswer.extend({ mutation: Mutation.nullable() });
export type CharacteriseAnswer = z.infer<typeof CharacteriseAnswer>;
