/** Reads fields of JSON that came from outside: a value of another type counts as absent. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** JSON lines, without those that are none: a test may have written into the file, too. */
export function jsonLines(text: string): readonly Fields[] {
  return text.split('\n').flatMap((line) => {
    try {
      const fields = fieldsOf(JSON.parse(line));
      return fields === null ? [] : [fields];
    } catch {
      return [];
    }
  });
}
