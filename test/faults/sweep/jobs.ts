import { seeded } from '../../slow/seeded.js';
import { victims, type Victim } from '../support/nemesis.js';

/** One run, and the points at which something of it dies. */
export interface Job {
  /** `seed 1, worker, 2 of 6`. */
  readonly key: string;
  readonly victim: Victim;
  /** How often each point is passed before the kill. */
  readonly points: ReadonlyMap<string, number>;
}

/** More in one run, and a short job could be lost more often than the server tries it again. */
const killsARun = 7;

/** Every point with each victim and each seed; the seed chooses which points share a run, and at which visit each kills. */
export function jobsOf(visits: ReadonlyMap<string, number>, seeds: number): readonly Job[] {
  const jobs: Job[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const [at, victim] of victims.entries()) {
      const random = seeded(seed * 1_000 + at);
      const runs = Math.ceil(visits.size / killsARun);
      const dealt = Array.from({ length: runs }, () => new Map<string, number>());
      // Points of one activity are dealt to different runs: those of a commit would use up its tries.
      const sorted = [...visits].sort(([one], [other]) => one.localeCompare(other));
      const first = Math.floor(random() * runs);
      for (const [index, [point, count]] of sorted.entries()) {
        dealt[(first + index) % runs]?.set(point, Math.floor(random() * count));
      }
      for (const [index, points] of dealt.entries()) {
        jobs.push({ key: `seed ${seed}, ${victim}, ${index + 1} of ${runs}`, victim, points });
      }
    }
  }
  return jobs;
}
