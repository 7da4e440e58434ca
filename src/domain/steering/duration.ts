/** Milliseconds of each unit, the largest first: the order in which a text names them. */
const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A year: more is a slip of the keyboard, and timers stay far from their limits. */
const longestMs = 366 * 86_400_000;

const shape = /^(?:(\d{1,8})d)?(?:(\d{1,8})h)?(?:(\d{1,8})m)?(?:(\d{1,8})s)?$/;

/** What a duration looks like, for the words of an error. */
export const durationRule = {
  expected: 'a duration of 1 second to 366 days, in d, h, m and s',
  example: '2h',
} as const;

/**
 * Reads `2h`, `90m`, `1d`, `45s`, or several units from the largest down (`1h30m`).
 * @returns milliseconds; null for anything else, zero and more than 366 days included
 */
export function parseDuration(text: string): number | null {
  const parts = shape.exec(text.trim());
  if (parts === null) return null;
  const ms = units.reduce((sum, [, unitMs], index) => sum + Number(parts[index + 1] ?? 0) * unitMs, 0);
  return ms >= 1_000 && ms <= longestMs ? ms : null;
}

/** The same way of writing it: `1h30m`. `parseDuration` reads it back, to the second; less than one is `0s`. */
export function showDuration(ms: number): string {
  let rest = Number.isFinite(ms) ? Math.max(0, Math.round(ms / 1_000)) * 1_000 : 0;
  let text = '';
  for (const [name, unitMs] of units) {
    const count = Math.floor(rest / unitMs);
    if (count > 0) text += `${count}${name}`;
    rest -= count * unitMs;
  }
  return text === '' ? '0s' : text;
}
