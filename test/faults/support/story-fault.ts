import { expectLines, linesOf } from '../../support/rule.js';
import type { Fault, Ground, GroundStory, WatchedRun } from './fault.js';

/** A fault that happens once in a run of its own: what is told, what is done meanwhile, and what comes of it. */
export interface StoryFault extends Pick<Fault, 'id' | 'title' | 'expected' | 'missing'> {
  /** One step unless told. */
  readonly story: GroundStory | ((ground: Ground) => GroundStory | Promise<GroundStory>);
  readonly meanwhile?: (run: WatchedRun, ground: Ground) => Promise<void>;
  /** Lines of its events, in this order, with others between them. */
  readonly says?: readonly (string | RegExp)[];
  /** What none of them may say. */
  readonly never?: readonly RegExp[];
  /** After its end: what must be true, by its words. */
  readonly holds?: (run: WatchedRun, ground: Ground) => Promise<Readonly<Record<string, boolean>>>;
  /** In any case, before the oracle looks: gives back what was taken from this machine. */
  readonly after?: () => Promise<void>;
}

export function storyFault({ id, title, expected, missing, ...fault }: StoryFault): Fault {
  return {
    ...{ id, title, expected, play: (ground) => play(ground, expected, fault) },
    ...(missing === undefined ? {} : { missing }),
  };
}

type Part = Omit<StoryFault, 'id' | 'title' | 'expected' | 'missing'>;

async function play(ground: Ground, expected: Fault['expected'], fault: Part): ReturnType<Fault['play']> {
  try {
    return await playStory(ground, expected, fault);
  } finally {
    await fault.after?.();
  }
}

async function playStory(ground: Ground, expected: Fault['expected'], fault: Part): ReturnType<Fault['play']> {
  const { story, meanwhile, says = [], never = [], holds } = fault;
  const wanted = typeof story === 'function' ? await story(ground) : story;
  const run = await ground.tell({ steps: 1, stepsDone: expected === 'done' ? 1 : 0, ...wanted });
  await meanwhile?.(run, ground);
  const outcome = await run.outcome();
  const lines = await linesOf(run.told);
  // Of another end there is more to be read in its last words.
  const more = outcome === expected ? ((await holds?.(run, ground)) ?? {}) : {};
  const checks = [
    { what: missed(lines, says), holds: missed(lines, says) === '' },
    ...never.map((words) => ({ what: `a line fits ${String(words)}`, holds: !lines.some((line) => words.test(line)) })),
    ...Object.entries(more).map(([what, is]) => ({ what: `not true: ${what}`, holds: is })),
    // Shown only when the end is another one.
    { what: `its last words: ${lines.slice(-3).join(' | ')}`, holds: outcome === expected },
  ];
  return { outcome, runs: [run], checks };
}

function missed(lines: readonly string[], says: readonly (string | RegExp)[]): string {
  try {
    expectLines(lines, says);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
