import type { Draft } from './draft.js';

/**
 * A heading that names a task and has one box below it without an id of its own is that box: `### Task 2.5a: Names`
 * and `- [ ] call it CsvWriter` are one task, 2.5a (R08). With several boxes, or ids of their own, it is their group.
 */
export function mergeHeadings(drafts: readonly Draft[]): readonly Draft[] {
  const below = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    if (draft.parent === null) continue;
    const known = below.get(draft.parent);
    if (known === undefined) below.set(draft.parent, [draft]);
    else known.push(draft);
  }
  const gone = new Set<Draft>();
  // From the end, so that the tasks below a heading are settled before it.
  for (const heading of [...drafts].reverse()) {
    const [only, another] = below.get(heading) ?? [];
    if (heading.box !== null || only === undefined || another !== undefined) continue;
    if (only.isHeading || only.lead.writtenId !== null) continue;
    const title = only.lead.title === '' ? heading.lead.title : only.lead.title;
    only.lead = {
      ...only.lead,
      title,
      writtenId: heading.lead.writtenId,
      tags: [...heading.lead.tags, ...only.lead.tags],
    };
    only.criteria = [...heading.criteria, ...only.criteria].sort((a, b) => a.line - b.line);
    only.parent = heading.parent;
    only.heading = heading;
    gone.add(heading);
  }
  return drafts.filter((draft) => !gone.has(draft));
}
