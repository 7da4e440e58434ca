import type { LeafLabel } from '../contract/activities.js';

/** All programs of a run carry LEAF_IDs that begin with this. */
export function leafIdPrefix(runKey: string): string {
  return `pawl/${runKey}/`;
}

/** Folder name of one start: unique, since the serial counts every start of the execution (D9). */
export function folderLabel(label: LeafLabel, name: string, activityAttempt: number): string {
  const step = label.step.replace(/[^A-Za-z0-9._-]/g, '_');
  const again = activityAttempt > 1 ? `-try${activityAttempt}` : '';
  return `${label.serial}-${name}-step-${step === '-' ? 'none' : step}${again}`;
}
