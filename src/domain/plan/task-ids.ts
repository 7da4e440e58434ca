import { foldTaskId } from '../commit/task-id.js';
import { StepId } from './plan.js';

const longest = 40;

/** What a task's id is made from. */
export interface IdWish {
  readonly writtenId: string | null;
  /** Index of the enclosing task among the wishes; null at the top. */
  readonly parent: number | null;
}

export interface GivenId {
  readonly id: string;
  /** `again`: the same id stands earlier. `odd`: what is written can't be a trailer's value. */
  readonly why: 'written' | 'ordinal' | 'again' | 'odd';
}

/**
 * Ids for trailers and status (C-10). Written ones first, in file order; one met again gets `-2`, `-3` …, where `T7`
 * and `7` are the same. A task without one gets its 1-based ordinal in the list, or `2.1` when the task around it
 * is written as `2`; one that is taken already gets `-2`, too.
 */
export function giveIds(wishes: readonly IdWish[]): readonly GivenId[] {
  const taken = new Set<string>();
  const nextOf = new Map<string, number>();
  const given: (GivenId | undefined)[] = wishes.map(({ writtenId }) => {
    if (writtenId === null) return undefined;
    const safe = safeId(writtenId);
    if (safe === null) return undefined;
    const id = firstFree(safe, taken, nextOf);
    return { id, why: id !== safe ? 'again' : safe === writtenId ? 'written' : 'odd' };
  });
  const below = new Map<number, number>();
  return wishes.map(({ writtenId, parent }, at) => {
    const number = parent === null ? 0 : (below.get(parent) ?? 0) + 1;
    if (parent !== null) below.set(parent, number);
    const ready = given[at];
    if (ready !== undefined) return ready;
    const outer = parent === null || wishes[parent]?.writtenId === null ? undefined : given[parent];
    const plain = outer === undefined ? null : `${outer.id}.${number}`;
    const wished = plain !== null && StepId.safeParse(plain).success ? plain : String(at + 1);
    const made: GivenId = { id: firstFree(wished, taken, nextOf), why: writtenId === null ? 'ordinal' : 'odd' };
    given[at] = made;
    return made;
  });
}

/** The written id as a trailer can hold it: `task-7` is `7` (R-001-30); null when nothing of it is left. */
function safeId(written: string): string | null {
  const bare = written.replace(/^task[-_ #]+(?=[A-Za-z0-9])/i, '');
  const plain = bare.slice(0, 4 * longest).replace(/[^A-Za-z0-9._-]+/g, '-');
  const cut = plain
    .replace(/^[-._]+/, '')
    .slice(0, longest)
    .replace(/[-._]+$/, '');
  return cut === '' || /^task-/i.test(cut) ? null : cut;
}

function firstFree(wished: string, taken: Set<string>, nextOf: Map<string, number>): string {
  const key = foldTaskId(wished);
  if (!taken.has(key)) {
    taken.add(key);
    return wished;
  }
  let id = wished;
  let number = nextOf.get(key) ?? 2;
  while (taken.has(foldTaskId(id))) {
    const suffix = `-${number}`;
    number += 1;
    id = `${wished.slice(0, longest - suffix.length)}${suffix}`;
  }
  nextOf.set(key, number);
  taken.add(foldTaskId(id));
  return id;
}
