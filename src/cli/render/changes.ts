import type { ReviewChanges } from '../../local.js';
import type { Paint } from './colour.js';
import { diffLines } from './gate-lines.js';
import { plainLine } from './plain.js';
import { wrapped } from './wrap.js';

/** What a person made of the review copy, before it is sent. */
export function changesText(changes: ReviewChanges, paint: Paint): string {
  switch (changes.kind) {
    case 'same':
      return [...leftOutLines(changes.leftOut), 'Nothing was changed: the copy holds the test as it was shown.'].join(
        '\n',
      );
    case 'changed':
      return [
        '',
        paint.strong('What changed against the test at the gate:'),
        diffLines(changes.diff, paint),
        '',
        ...outsideLines(changes.outside, paint),
        ...leftOutLines(changes.leftOut),
        'It goes through evidence and verifier before it counts as approved.',
      ].join('\n');
    case 'refused':
      return [
        paint.warn("The copy can't be taken like this; nothing was sent:"),
        ...changes.reasons.map((reason) => wrapped(plainLine(reason), '  ')),
      ].join('\n');
    case 'unknown':
      return wrapped(`What changed can't be shown here (${plainLine(changes.why)}).`);
  }
}

function outsideLines(paths: readonly string[], paint: Paint): readonly string[] {
  if (paths.length === 0) return [];
  return [paint.warn(wrapped(`Not the test at the gate, and so likely refused: ${shortly(paths)}`))];
}

function leftOutLines(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [wrapped(`Left out unless the plan names it: ${shortly(paths)}`)];
}

function shortly(paths: readonly string[]): string {
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : '';
  return paths.slice(0, 10).map(plainLine).join(', ') + more;
}
