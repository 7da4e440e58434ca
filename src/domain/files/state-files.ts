/** What Pawl and people keep untracked in an origin's checkout, one line each in its `info/exclude` (design 5, R-000-07). */
export const stateFiles: readonly string[] = ['.tdd/', '.current-gear', 'RALPH_STOP'];
