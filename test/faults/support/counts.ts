import type { Branch } from './branch.js';
import type { Call, Execution } from './history.js';

/** Every time an activity was started by the story of a run, in order; `where` narrows them by their input. */
export function callsOf(
  executions: readonly Execution[],
  type: string,
  where: Readonly<Record<string, unknown>> = {},
): readonly Call[] {
  return executions
    .flatMap(({ calls }) => calls)
    .filter((call) => call.type === type)
    .filter(({ input }) => Object.entries(where).every(([key, value]) => valueAt(input, key) === value));
}

/** `label.step` of an activity's input. */
function valueAt(input: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined;
  }, input);
}

/** Subjects of a branch, oldest first. */
export function subjectsOf(branch: Branch | null): readonly string[] {
  return branch?.commits.map(({ subject }) => subject) ?? [];
}

export interface Damage {
  /** Commits and ticks of an undisturbed run that are missing. */
  readonly lost: number;
  /** Commits and ticks that are there more than once. */
  readonly doubled: number;
}

/** Holds a branch against one that nothing happened to, commit by commit and tick by tick. */
export function damageOf(branch: Branch | null, undisturbed: Branch): Damage {
  const [found, wanted] = [marksOf(branch), marksOf(undisturbed)];
  const marks = new Set([...found.keys(), ...wanted.keys()]);
  let [lost, doubled] = [0, 0];
  for (const mark of marks) {
    const more = (found.get(mark) ?? 0) - (wanted.get(mark) ?? 0);
    if (more < 0) lost -= more;
    else doubled += more;
  }
  return { lost, doubled };
}

function marksOf(branch: Branch | null): ReadonlyMap<string, number> {
  const marks = new Map<string, number>();
  const count = (mark: string): void => void marks.set(mark, (marks.get(mark) ?? 0) + 1);
  let before: readonly string[] = [];
  for (const { subject, trailers, ticked } of branch?.commits ?? []) {
    count(`commit ${subject} ${trailers['Task']?.join() ?? '-'} ${trailers['Pawl-Phase']?.join() ?? '-'}`);
    for (const step of ticked) if (!before.includes(step)) count(`tick ${step}`);
    before = ticked;
  }
  return marks;
}
