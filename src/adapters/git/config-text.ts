/** Git settings read as data from `config --list -z`: the last value of a key wins, as in git. */
export interface ConfigValues {
  last(key: string): string | null;
  isTrue(key: string): boolean;
  /** Keys and values whose key fits, in their order. */
  matching(pattern: RegExp): readonly (readonly [key: string, value: string])[];
}

export function parseConfig(output: Buffer): ConfigValues {
  const pairs = output
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map(readPair);
  const last = (key: string) => pairs.findLast(([name]) => name === key)?.[1] ?? null;
  return {
    last,
    isTrue: (key) => isTrueText(last(key)),
    matching: (pattern) => pairs.filter(([name]) => pattern.test(name)),
  };
}

/** `key\nvalue`; a key without a value stands for true. */
function readPair(entry: string): readonly [string, string] {
  const end = entry.indexOf('\n');
  return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
}

function isTrueText(value: string | null): boolean {
  if (value === null) return false;
  return /^(true|yes|on)$/i.test(value) || (/^-?\d+$/.test(value) && Number(value) !== 0);
}

/** A value as it must be written into a config file. */
export function configQuoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
