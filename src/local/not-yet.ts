/** Marks a place of a prompt whose words only a run can know; nobody takes it for a text of the source. */
export function notYet(what: string): string {
  return `<<<not known before the run: ${what}>>>`;
}

const mark = /<<<not known before the run: ([^>]*)>>>/g;

/** What is marked in a text, each thing once. */
export function unknownIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(mark)].map(([, what = '']) => what))];
}
