import fc from 'fast-check';

/** What a task is made of, and how it is written. */
export interface MadeTask {
  readonly depth: number;
  readonly mark: string;
  readonly id: string | null;
  readonly label: string | null;
  readonly title: string;
}

const word = fc.constantFrom(
  'parse',
  'Größe',
  'the `x`',
  '日本語',
  '<b>',
  '"a"',
  '$HOME',
  '&',
  'a_b',
  '(so)',
  '🚀',
  "don't",
);
/** Words that hold no grammar of leads: a title of them must arrive letter for letter. */
const title = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `do ${words.join(' ')}`);

const task = fc.record({
  depth: fc.integer({ min: 0, max: 3 }),
  mark: fc.constantFrom(' ', ' ', ' ', 'x', 'X', '!', '~', '-', '?'),
  id: fc.option(
    fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 })).map(([a, b]) => `${a}.${b}`),
      fc.integer({ min: 1, max: 999 }).map((number) => `T${String(number).padStart(3, '0')}`),
    ),
  ),
  label: fc.option(fc.constantFrom('TEST + IMPLEMENT', 'STRUCTURAL', 'DOC', 'POLISH', 'TEST (RED)')),
  title,
});

const noise = fc.constantFrom('', 'Words.', '```\n- [ ] no\n```', '<!-- - [ ] no -->', '> - [ ] no', '---');

/** A list with its tasks, whose depths are such that each lies right below the one before it, or higher. */
export const anyList = fc
  .record({
    parts: fc.array(fc.record({ task, noise: fc.option(noise, { freq: 4 }), heading: fc.option(title, { freq: 5 }) }), {
      minLength: 1,
      maxLength: 14,
    }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    bom: fc.boolean(),
    last: fc.boolean(),
    isBold: fc.boolean(),
    bullet: fc.constantFrom('-', '*', '+'),
  })
  .map(({ parts, end, bom, last, isBold, bullet }) => {
    const made: (MadeTask & { readonly line: number })[] = [];
    const lines: string[] = [];
    let depth = -1;
    for (const part of parts) {
      if (part.heading !== null) {
        lines.push('', `## ${part.heading}`, '');
        depth = -1;
      }
      if (part.noise !== null) {
        lines.push('', ...part.noise.split('\n'), '');
        depth = -1;
      }
      depth = Math.min(part.task.depth, depth + 1);
      const one = { ...part.task, depth };
      lines.push(`${'  '.repeat(depth)}${bullet} [${one.mark}] ${leadOf(one, isBold)}`);
      made.push({ ...one, line: lines.length });
    }
    return { text: `${bom ? '\ufeff' : ''}${lines.join(end)}${last ? end : ''}`, made };
  });

function leadOf({ id, label, title: words }: MadeTask, isBold: boolean): string {
  const lead = [...(id === null ? [] : [id]), ...(label === null ? [words] : [`${label}: ${words}`])].join(' ');
  return isBold && label !== null ? `**${lead}**` : lead;
}

/** Anything: pieces of grammar in any order, for what must hold of every text. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(
        '- [ ] ', '* [x] ', '1. [ ] ', '+ [!] ', '- [~] ', '- [ ]* ', '- [] ', '- [P] ', '  ', '\t', '\n', '\n', '\n\n', '\r\n', '\r', '# ', '## Task 1: ', '### [ ] ', '> ', '```\n', '~~~\n', '<!-- ', ' -->', '**', '__', '~~', ':', ' — ', ' - ', 'TEST', 'DOC: ', 'T014 ', '1.2 ', '2. ', 'Task 2: ', '[P] ', '[US1] ', '(a) ', 'Acceptance', 'words ', 'é', '\u{1f680}', '\ufeff', '[', ']', '---\n', '<div>\n', '    ', '\\', '`', '|', '&',
      ) }, // prettier-ignore
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
