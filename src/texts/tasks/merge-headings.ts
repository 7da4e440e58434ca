import type { Draft } from './draft.js';

/**
 * A heading that names a task and has one box below it without an id of its own is that box: `### Task 2.5a: Names`
 * and `- [ ] call it CsvWriter` are one task, 2.5a (R08). With several boxes, or ids of their own, it is their group.
 */
export function mergeHeadings(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.every(({ box }) => box !== null)) return drafts;
  const gone = new Set<Draft>();
  // From the end, so that the tasks below a heading are settled before it.
  for (let at = drafts.length - 1; at >= 0; at -= 1) {
    const heading = drafts[at];
    const only = heading?.first;
    if (heading === undefined || heading.box !== null || heading.below !== 1 || only === undefined || only === null)
      continue;
    if (only.isHeading || only.lead.writtenId !== null) continue;
    standFor(only, heading);
    gone.add(heading);
  }
  return gone.size === 0 ? drafts : drafts.filter((draft) => !gone.has(draft));
}

function standFor(box: Draft, heading: Draft): void {
  const { lead } = heading;
  const title = box.lead.title === '' ? lead.title : box.lead.title;
  box.lead = { ...box.lead, title, writtenId: lead.writtenId, tags: [...lead.tags, ...box.lead.tags] };
  const criteria = [...(heading.criteria ?? []), ...(box.criteria ?? [])];
  box.criteria = criteria.sort((a, b) => a.line - b.line);
  box.parent = heading.parent;
  if (heading.parent?.first === heading) heading.parent.first = box;
  box.heading = heading;
}
