import { causeFailure } from '../contract/failures.js';
import { pickCandidate } from '../domain/plan/candidates.js';

/** More would be no choice, but a list to search in. */
const mostCandidates = 20;

/**
 * Picks the one that a person answered, by its number or its exact words; without an answer, or with one that is
 * not on the list, asks (R-002-25, R16).
 * @throws `needs-user` with the whole question and the list of answers
 */
export function askForOne<T>(choices: readonly T[], show: (choice: T) => string, answer: string | null): T {
  const candidates = choices.slice(0, mostCandidates).map(show);
  const said = answer?.trim() ?? '';
  const picked = pickCandidate(candidates, said);
  const chosen = picked === null ? undefined : choices[candidates.indexOf(picked)];
  if (chosen !== undefined) return chosen;
  const list = candidates.map((one, index) => `  ${index + 1}. ${one}`).join('\n');
  const again = said === '' ? '' : `"${said.slice(0, 200)}" is none of the list. `;
  const how = 'Answer with a number or the exact words, for example: pawl resume <run> --answer 1';
  const question =
    `${again}Several test commands fit; which one runs this repository's tests?\n${list}\n` +
    `${how}. Another command needs: pawl run <source> --again --test-command "…"`;
  const message = `several test commands fit: ${candidates.map((one) => `"${one}"`).join(', ')}`;
  throw causeFailure('needs-user', message, question, candidates);
}
