import { displayLine } from '../sanitise.js';
import type { Shape } from './shape.js';
import { builtInShape, foldLabel, type MoreLabels } from './task-labels.js';

const longest = 60;

/** Why these words can't be a label of tasks, or null: a reader would never find them, or would take them for an id. */
export function labelProblem(label: string): string | null {
  if (label.length > longest) return `has more than ${longest} characters`;
  if (!/^\p{L}[\p{L}\p{N} +&/_().-]*$/u.test(label)) return 'is more than letters, digits, blanks and + & / _ . - ( )';
  if (/\s[-]{1,3}\s|[ -]$/.test(label)) return 'holds or ends with a dash that would end it in a list';
  if (/^(?:task|item|step)[ _-]/i.test(label) || /^(?:[A-Z]{1,3}-?\d+(?:[.-]\d+)*[a-z]?|T\d.*)$/.test(label))
    return 'would be read as the id of a task';
  return null;
}

/**
 * Why a repository may not add these labels, or null. A label of Pawl's own keeps its meaning: a list that a person
 * approved would else say one thing and do another.
 */
export function moreLabelsProblem(labels: MoreLabels): string | null {
  const seen = new Map<string, { readonly label: string; readonly shape: Shape }>();
  for (const [label, shape] of Object.entries(labels)) {
    const own = builtInShape(label);
    const shown = displayLine(label, longest);
    if (own !== null && own !== shape) return `labels: "${shown}" is Pawl's own label for ${own} and can't be ${shape}`;
    const before = seen.get(foldLabel(label));
    if (before !== undefined && before.shape !== shape) {
      const both = `"${displayLine(before.label, longest)}" and "${shown}"`;
      return `labels: ${both} are one label, for ${before.shape} and for ${shape}`;
    }
    seen.set(foldLabel(label), { label, shape });
  }
  return null;
}
