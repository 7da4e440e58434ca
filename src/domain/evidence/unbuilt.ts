import type { TestReport } from './evidence.js';

/**
 * Did this file's tests not run because what they are compiled with failed to build? Such tests count as not run at
 * RED, never as a regression, and are shown at GREEN (design 4).
 */
export function isUnbuilt(report: Pick<TestReport, 'unbuilt'>, file: string): boolean {
  return (report.unbuilt ?? []).some((place) => {
    if (place === './' || place === file) return true;
    return place.endsWith('/') && file.startsWith(place);
  });
}
