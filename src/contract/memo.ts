/** Memo fields of a run: the source as a person may type it again, the host that works on it, and its first execution's run id. */
export const memoFields = { source: 'pawlSource', host: 'pawlHost', run: 'pawlRun' } as const;
