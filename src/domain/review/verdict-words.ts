/** Words that other processes use for a PASS or a REJECT, by the word; taken on input, never written (C-21). */
export type PlainVerdict = 'PASS' | 'REJECT';

/** The answer with an older word for its verdict put into ours; anything else as it is. Case counts. */
export function withPlainWord(answer: unknown, aliases: ReadonlyMap<string, PlainVerdict>): unknown {
  if (typeof answer !== 'object' || answer === null || !('verdict' in answer)) return answer;
  const { verdict } = answer;
  const plain = typeof verdict === 'string' ? aliases.get(verdict) : undefined;
  return plain === undefined ? answer : { ...answer, verdict: plain };
}
