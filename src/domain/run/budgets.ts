/** How often each thing may be tried again; one cause never uses up another's (C-8, design 4). */
export const budgets = {
  /** A verifier's REJECT, refused evidence or a refused change, per phase of a step. */
  revise: 2,
  /** A leaf that hung, crashed or was out of memory, per phase of a step. */
  stuck: 1,
  malformedVerdict: 1,
  debug: 2,
  criticRounds: 2,
  /** A lost worker costs none of the above; this many in a row end the run. */
  workerLostInARow: 10,
  /** So many hosts in a row, without a commit between them, too (design 4). */
  hostLostInARow: 10,
} as const;

/** More REJECTs in a row than this end the run, so that a larger limit of the automatic downshift is never reached. */
export const mostRejects = budgets.revise + 1;
