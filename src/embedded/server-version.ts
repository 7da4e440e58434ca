/** Below this one a stranger on the port gets past the authorizer (CVE-2026-5724, D12). */
export const oldestServer = '1.30.4';

/** The server version in `temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)`; null when there is none. */
export function serverVersionOf(output: string): string | null {
  return /\bServer (\d{1,6}\.\d{1,6}\.\d{1,6})/.exec(output.slice(0, 1_000))?.[1] ?? null;
}

export function isNewEnough(version: string): boolean {
  const [own, oldest] = [numbers(version), numbers(oldestServer)];
  for (const [index, least] of oldest.entries()) {
    const here = own[index] ?? 0;
    if (here !== least) return here > least;
  }
  return true;
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
