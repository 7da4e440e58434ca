const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const stated = /\btry again at (?:([A-Z][a-z]{2}) (\d{1,2})(?:st|nd|rd|th), (\d{4}) )?(\d{1,2}):(\d{2}) (AM|PM)\b/i;

/**
 * When a usage limit ends, as the CLI says it: `try again at 3:05 PM` on the day of `nowMs`, or with a date. Both are in
 * the time zone that worker and leaf share. Milliseconds since the epoch; null when it says none (R26).
 */
export function resetTime(message: string, nowMs: number): number | null {
  const found = stated.exec(message);
  if (found === null) return null;
  const [, month, day, year, hours = '', minutes = '', half = ''] = found;
  const hour = (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  const now = new Date(nowMs);
  const date =
    month === undefined
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, Number(minutes))
      : new Date(Number(year), months.indexOf(month), Number(day), hour, Number(minutes));
  return month !== undefined && !months.includes(month) ? null : date.getTime();
}
