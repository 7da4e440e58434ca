/** Memo fields of a run: the source as a person may type it again, and the host that works on it. */
export const memoFields = { source: 'pawlSource', host: 'pawlHost' } as const;
