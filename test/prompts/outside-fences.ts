/**
 * The rules only: what stands outside of every fence. A fence that is never closed is thrown, since all behind it would be
 * data.
 */
export function outsideFences(prompt: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of prompt.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0] ?? null;
    if (fence === null && run !== null) fence = run;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null) kept.push(line);
  }
  if (fence !== null) throw new Error(`a fence of ${fence.length} back-ticks is never closed`);
  return kept.join('\n');
}
