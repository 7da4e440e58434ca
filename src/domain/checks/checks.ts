import { z } from 'zod';

/** What is run on a tree besides its tests, before it is committed (R-001-16, R-001-25, R-001-26, R19). */
export const CheckKind = z.enum(['typecheck', 'lint', 'specs', 'hook']);
export type CheckKind = z.infer<typeof CheckKind>;

/** A type-check or a linter, as it is started in an export. */
export const ToolCheck = z.object({
  kind: CheckKind.extract(['typecheck', 'lint']),
  name: z.string(),
  argv: z.array(z.string()).min(1),
  /** The touched files it is given; null when it looks at the whole tree by itself. */
  touched: z
    .object({
      endings: z.array(z.string()),
      /** Folders and files outside of which nothing is linted; empty for everywhere. */
      scopes: z.array(z.string()),
    })
    .nullable(),
});
export type ToolCheck = z.infer<typeof ToolCheck>;

/** When git would start it. */
export const HookStage = z.enum(['pre-commit', 'commit-msg']);
export type HookStage = z.infer<typeof HookStage>;

/** A hook of the repository, started by Pawl and never by git. */
export const HookCheck = z.object({
  stage: HookStage,
  name: z.string(),
  /** From the top of the tree; a commit-msg hook gets the message's file as one argument more. */
  argv: z.array(z.string()).min(1),
  /** Files and folders that count as the base commit has them, whatever stands in the tree. */
  own: z.array(z.string()),
  /** Expects what husky leaves beside its hooks when it is installed. */
  husky: z.boolean(),
});
export type HookCheck = z.infer<typeof HookCheck>;

/** Everything that is checked before a commit of this run, found once at the base commit. */
export const ChecksOfRun = z.object({
  tools: z.array(ToolCheck),
  hooks: z.array(HookCheck),
  /** Where the test file of a source file lies; empty: not asked for (R-001-49). */
  specs: z.record(z.string(), z.string()).default({}),
});
export type ChecksOfRun = z.infer<typeof ChecksOfRun>;

export const noChecks: ChecksOfRun = { tools: [], hooks: [], specs: {} };

/** The kinds there are, in the order in which they run. */
export function kindsOf({ tools, hooks, specs }: ChecksOfRun): readonly CheckKind[] {
  const has: Record<CheckKind, boolean> = {
    typecheck: tools.some(({ kind }) => kind === 'typecheck'),
    lint: tools.some(({ kind }) => kind === 'lint'),
    specs: Object.keys(specs).length > 0,
    hook: hooks.length > 0,
  };
  return CheckKind.options.filter((kind) => has[kind]);
}
