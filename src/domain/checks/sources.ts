import type { HookCheck, ToolCheck } from './checks.js';

/** What checks are found by, all of it from the base commit. */
export interface CheckSources {
  readonly files: readonly string[];
  /** Texts of those of the files that `checkFiles` names. */
  readonly texts: ReadonlyMap<string, string>;
  /** Paths of files that may be executed. */
  readonly programs: ReadonlySet<string>;
  /** Is there such a program on the PATH of children? */
  readonly hasProgram: (name: string) => boolean;
  readonly wishes: CheckWishes;
  readonly checkout: CheckoutHooks;
}

/** What pawl.json says; null where it says nothing. */
export interface CheckWishes {
  readonly typecheck: CommandWish;
  readonly lint: CommandWish;
  /** Folder of tracked hooks, repository-relative. It only adds. */
  readonly hooks: string | null;
}

/** A command as argv; `none`: there is to be none. */
export type CommandWish = readonly string[] | 'none' | null;

/** How hooks are set up in the person's checkout. */
export interface CheckoutHooks {
  /** `core.hooksPath`, repository-relative; null when it is not set or leads out of the checkout. */
  readonly path: string | null;
  /** Hooks that git would start there and that are not part of the repository, as people name them. */
  readonly untracked: readonly string[];
}

export interface FoundTools {
  readonly tools: readonly ToolCheck[];
  readonly notes: readonly string[];
}

export interface FoundHooks {
  readonly hooks: readonly HookCheck[];
  readonly notes: readonly string[];
}

const nothing: FoundTools = { tools: [], notes: [] };

export function found(...parts: readonly (ToolCheck | null)[]): FoundTools {
  const tools = parts.filter((part) => part !== null);
  return tools.length === 0 ? nothing : { tools, notes: [] };
}
