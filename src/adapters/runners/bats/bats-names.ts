export interface WithoutNames {
  readonly text: string;
  /** Milliseconds by the number of the test. */
  readonly durations: ReadonlyMap<number, number>;
}

/**
 * The stream with a plain word for the name of each test that began before its result: what TAP would read out of a
 * name (`# skip`, `{`) is none of bats's words.
 */
export function withoutNames(text: string): WithoutNames {
  const names = new Map<string, string>();
  const durations = new Map<number, number>();
  const lines = text.split('\n').map((line) => {
    const [, begun, name = ''] = /^begin (\d{1,9}) (.*)$/.exec(line) ?? [];
    if (begun !== undefined) names.set(begun, name);
    const [, head = '', number = '', rest = ''] = /^((?:not )?ok) (\d{1,9}) (.*)$/.exec(line) ?? [];
    const known = names.get(number);
    return known === undefined || !rest.startsWith(known) ? line : plain(head, number, rest.slice(known.length));
  });
  return { text: lines.join('\n'), durations };

  function plain(head: string, number: string, rest: string): string {
    const timed = /^ in (\d{1,12})ms/.exec(rest);
    if (timed !== null) durations.set(Number(number), Number(timed[1]));
    return `${head} ${number} test${rest.slice(timed?.[0].length ?? 0)}`;
  }
}
