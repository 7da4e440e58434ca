/** The named variables that are set; an empty one counts as not set (T2: an allowlist, never the rest). */
export function pickEnv(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const picked = names.map((name): readonly [string, string] => [name, env[name] ?? '']);
  return Object.fromEntries(picked.filter(([, value]) => value !== ''));
}
