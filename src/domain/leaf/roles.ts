import { z } from 'zod';

export const Role = z.enum(['planner', 'developer', 'debugger', 'verifier', 'domain-reviewer', 'critic']);
export type Role = z.infer<typeof Role>;

/** The phases in which a developer leaf edits. */
export const EditPhase = z.enum(['red', 'green', 'refactor']);
export type EditPhase = z.infer<typeof EditPhase>;
