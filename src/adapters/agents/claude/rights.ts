import type { LeafJob } from '../../../ports/agent.js';

/** What a role's leaf may use. */
export interface Rights {
  readonly tools: readonly string[];
  /** Its file tools are kept inside its folder: it only reads. */
  readonly confined: boolean;
  readonly maxTurns: number;
  readonly maxUsd: number;
}

const looking = ['Read', 'Grep', 'Glob'];
const editing = [...looking, 'Edit', 'Write'];

export function rightsOf({ role, shell }: Pick<LeafJob, 'role' | 'shell'>): Rights {
  const withShell = shell ? ['Bash'] : [];
  switch (role) {
    case 'developer':
    case 'debugger':
      return { tools: [...editing, ...withShell], confined: false, maxTurns: 80, maxUsd: 5 };
    case 'planner':
      return { tools: looking, confined: true, maxTurns: 40, maxUsd: 2 };
    case 'domain-reviewer':
      // Its folder is empty: all it needs stands in the prompt (R-001-19).
      return { tools: looking, confined: true, maxTurns: 10, maxUsd: 1 };
    case 'verifier':
      return { tools: [...looking, ...withShell], confined: true, maxTurns: 30, maxUsd: 2 };
    case 'critic':
      return { tools: [...looking, ...withShell], confined: true, maxTurns: 60, maxUsd: 5 };
  }
}

/** The tool by which the CLI takes the structured answer. */
export const answerTool = 'StructuredOutput';
