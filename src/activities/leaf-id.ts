import type { LeafLabel } from '../contract/activities.js';

/** All programs of a run carry LEAF_IDs that begin with this. */
export function leafIdPrefix(runKey: string): string {
  return `pawl/${runKey}/`;
}

/** As a step's id stands in a folder's name. */
function stepWord(step: string): string {
  return step === '-' ? 'none' : step.replace(/[^A-Za-z0-9._-]/g, '_');
}

/** Is this the folder of a leaf, or of a test run, of that step? */
export function isOfStep(label: string, step: string): boolean {
  return label.replace(/-try\d+$/, '').endsWith(`-step-${stepWord(step)}`);
}

/**
 * Was the program with this LEAF_ID started later than the folder of that label, by the same execution? An attempt that the server has
 * given up, and that goes on late, must not end what took its place (F12, D9).
 */
export function isLaterStart(leafId: string, label: string): boolean {
  const [theirs, own] = [startOf(leafId.slice(leafId.lastIndexOf('/') + 1)), startOf(label)];
  return theirs !== null && own !== null && theirs.execution === own.execution && theirs.serial > own.serial;
}

function startOf(label: string): { readonly execution: string; readonly serial: number } | null {
  const [, execution, serial] = /^([^-]+)-(\d+)-/.exec(label) ?? [];
  return execution === undefined ? null : { execution, serial: Number(serial) };
}

/** Folder name of one start: unique, since the serial counts every start of the execution (D9). */
export function folderLabel(label: LeafLabel, name: string, activityAttempt: number): string {
  const again = activityAttempt > 1 ? `-try${activityAttempt}` : '';
  return `${label.serial}-${name}-step-${stepWord(label.step)}${again}`;
}
