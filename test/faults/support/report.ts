import { RunReport } from '../../../src/contract/result.js';
import type { WatchedRun } from './fault.js';

export type Report = RunReport;

/** What a run says of itself at its end: never the oracle's word, only what a person is shown. */
export async function reportOf({ told }: WatchedRun): Promise<Report> {
  return RunReport.parse(await told.handle.query('report'));
}
