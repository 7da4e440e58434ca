/** Reading of other programs' JSON without trust in its shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null for anything but the text of one JSON object. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Finite and not below zero: counts, prices, times. */
export function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Null when it is not a list of texts only. */
export function textsOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts: readonly unknown[] = value;
  return texts.every((one) => typeof one === 'string') ? texts : null;
}
