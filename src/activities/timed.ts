/** How long the activity ran on its worker, milliseconds: what a time budget counts. */
export interface Worked {
  readonly workMs: number;
}

/**
 * Adds to what an activity answers how long it ran. The workflow's clock would count the hours in which the activity
 * waited for a free slot or for a worker, too.
 */
export function timed<I, O extends object>(work: (input: I) => Promise<O>): (input: I) => Promise<O & Worked> {
  return async (input) => {
    const startedAt = performance.now();
    const output = await work(input);
    return { ...output, workMs: Math.round(performance.now() - startedAt) };
  };
}
