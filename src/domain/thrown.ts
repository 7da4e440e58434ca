/**
 * What a thrown value says. Asked by shape: under a test runner Node's own errors come from another realm, where
 * `instanceof Error` is false.
 */
export function reasonOf(thrown: unknown): string {
  const speaks = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return String(speaks ? thrown.message : thrown);
}

/** True for a failure with this code, such as ENOENT from the file system. */
export function hasCode(thrown: unknown, code: string): boolean {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === code;
}

/** The code of a failure, such as ENOSPC from the file system; null when it has none. */
export function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null;
  return typeof thrown.code === 'string' ? thrown.code : null;
}
