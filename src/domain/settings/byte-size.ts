/** Decimal, as disks are sold and `df -H` counts. */
const units = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;
const shape = /^(\d{1,6}(?:\.\d{1,3})?)\s*(k|m|g|t)?b$/i;

/** What a size looks like, for the words of an error. */
export const sizeRule = { expected: 'a size from 1MB to 1000TB, in MB, GB or TB', example: '20GB' } as const;

/** Reads `20GB`, `1.5 TB`, `500mb`. @returns bytes; null for anything else, and for less than a megabyte */
export function parseSize(text: string): number | null {
  const parts = shape.exec(text.trim());
  if (parts === null) return null;
  const unit = `${(parts[2] ?? '').toUpperCase()}B`;
  const factor = unit === 'TB' ? units.TB : unit === 'GB' ? units.GB : unit === 'MB' ? units.MB : units.kB;
  const bytes = Math.round(Number(parts[1]) * (unit === 'B' ? 1 : factor));
  return bytes >= units.MB && bytes <= 1_000 * units.TB ? bytes : null;
}

/** For people: `1.5 GB`, `12 MB`, `0 B`. */
export function showSize(bytes: number): string {
  const [name, factor] = Object.entries(units).findLast(([, least]) => bytes >= least) ?? ['B', 1];
  const value = bytes / factor;
  return `${value >= 10 || factor === 1 ? Math.round(value) : Math.round(value * 10) / 10} ${name}`;
}
