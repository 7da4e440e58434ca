import type { LabelShape, Shape } from './shape.js';

/** Labels in their folded spelling, with their shapes (R-000-50, R-000-56, R-000-60, C-24). Nothing that is merely near stands here. */
const table: ReadonlyMap<string, Shape> = new Map([
  ['TEST + IMPLEMENT', 'behaviour'],
  ['BEHAVIOUR', 'behaviour'],
  ['BEHAVIOR', 'behaviour'],
  ['TIDY FIRST', 'tidy'],
  ['TIDY', 'tidy'],
  ['STRUCTURAL', 'tidy'],
  ['REFACTOR', 'tidy'],
  ['IMPLEMENT', 'implement'],
  ['TEST', 'test'],
  ['TEST (RED)', 'test'],
  ['VERIFY', 'verify'],
  ['VALIDATION', 'verify'],
  ['DOC', 'document'],
  ['DOCS', 'document'],
  ['DOCUMENT', 'document'],
  ['SETUP', 'setup'],
  ['CHARACTERISE', 'characterise'],
  ['CHARACTERIZE', 'characterise'],
  ['GENERATE', 'generate'],
]);

/** More labels, as pawl.json names them (`more-labels.ts` says which may be added); they win over the table. */
export type MoreLabels = Readonly<Record<string, LabelShape>>;

/** Looks a label up; null for one that is in no table. Made once for a list. */
export type ShapeOfLabel = (label: string) => Shape | null;

export function shapesOf(more: MoreLabels = {}): ShapeOfLabel {
  const own = new Map<string, Shape>(Object.entries(more).map(([label, shape]) => [foldLabel(label), shape]));
  const look = (folded: string): Shape | null => own.get(folded) ?? table.get(folded) ?? null;
  // A list asks for the same few labels again and again.
  const known = new Map<string, Shape | null>();
  return (label) => {
    const before = known.get(label);
    if (before !== undefined) return before;
    // `TEST (RED)` is a label of its own, `STRUCTURAL (test-rewire)` one with a qualifier.
    const shape = look(foldLabel(label)) ?? look(foldLabel(withoutQualifiers(label)));
    known.set(label, shape);
    return shape;
  };
}

/** `(OPTIONAL — NON-GATING) IMPLEMENT` is `IMPLEMENT`. */
export function withoutQualifiers(label: string): string {
  return label.replace(/\([^()]*\)/g, ' ').trim();
}

/** What Pawl itself takes a label for, whatever a repository adds; null for one that it does not know. */
export function builtInShape(label: string): Shape | null {
  return table.get(foldLabel(label)) ?? table.get(foldLabel(withoutQualifiers(label))) ?? null;
}

/** Case, blanks, hyphens, and the ways to write "and" make no difference. */
export function foldLabel(label: string): string {
  return label
    .toUpperCase()
    .replace(/[-_\s]+/g, ' ')
    .replace(/ ?[+&] ?| AND /g, ' + ')
    .trim();
}
