import { noteLimits } from '../domain/leaf/note-proposals.js';

/** What an answer may propose to remember (R-001-43). */
export const rememberWords =
  '"remember" is [] as a rule. Only for what is surprising and would cost the next developer of this repository time: ' +
  `at most ${noteLimits.notes} lines of at most ${noteLimits.characters} characters, each beginning with "gotcha: " or ` +
  '"pattern: ".';
