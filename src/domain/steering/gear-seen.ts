/** What a run remembers of the file: the version it knows, and the shift it could not show there. */
export interface SeenGear {
  readonly digest: string | null;
  readonly unshownAtMs: number | null;
}

export function renderSeen({ digest, unshownAtMs }: SeenGear): string | null {
  if (unshownAtMs === null) return digest;
  return `${digest ?? '-'} unshown ${unshownAtMs}`;
}

export function parseSeen(seen: string | null): SeenGear {
  if (seen === null) return { digest: null, unshownAtMs: null };
  const [digest = '', , atMs] = seen.split(' ');
  return { digest: digest === '-' ? null : digest, unshownAtMs: atMs === undefined ? null : Number(atMs) };
}
