/** What a key of a settings file means and takes, for errors, completion and the published schema alike. */
export interface KeyRule {
  /** What it decides, as the beginning of a sentence. */
  readonly says: string;
  /** What it takes, to stand after "expected". */
  readonly expected: string;
  /** A whole file that holds it. */
  readonly example: string;
}

/** Rules by the path of their key, its parts joined by dots; the file itself is ''. */
export type KeyRules = Readonly<Record<string, KeyRule>>;

/** The key names where a file says which schema it follows; editors write it, and nobody needs to be told of it. */
export const schemaKey = '$schema';

/** The rule of this place, else of the nearest key above it: places in a list have none of their own. */
export function ruleAt(rules: KeyRules, at: readonly string[]): KeyRule | undefined {
  for (let length = at.length; length >= 0; length -= 1) {
    const path = at.slice(0, length).join('.');
    if (Object.hasOwn(rules, path)) return rules[path];
  }
  return undefined;
}

/** The keys that may stand at this place. */
export function keysAt(rules: KeyRules, at: readonly string[]): readonly string[] {
  const prefix = at.map((part) => `${part}.`).join('');
  return Object.keys(rules)
    .filter((path) => path !== '' && path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((name) => !name.includes('.'));
}
