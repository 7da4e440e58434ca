/** The first version number in a text: `git version 2.39.5 (Apple Git-154)`; null when there is none. */
export function versionIn(text: string): string | null {
  return /\d{1,6}(?:\.\d{1,6}){0,3}/.exec(text.slice(0, 1_000))?.[0] ?? null;
}

/** Compared number by number; what follows them (`-rc1`) is not. */
export function isAtLeast(version: string, least: string): boolean {
  const [own, wanted] = [numbers(version), numbers(least)];
  for (const [index, there] of wanted.entries()) {
    const here = own[index] ?? 0;
    if (here !== there) return here > there;
  }
  return true;
}

function numbers(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
