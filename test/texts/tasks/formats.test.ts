import { describe, expect, test } from '@jest/globals';
import { smallLists } from './lists.js';
import { listOf } from './shown.js';

function text(name: string): string {
  return smallLists.find((list) => list.name.startsWith(name))?.text ?? '';
}

/** Lists after other tools' formats give the reading that these tools give, without configuration (issue 7, C-24). */
describe('formats of other tools', () => {
  test('OpenSpec counts every box under any marker, nested ones too, and takes "x" alone for done', () => {
    const own = [...text('OpenSpec').matchAll(/^\s*(?:[-*+]|\d{1,9}[.)])\s*\[([\sxX])\]\s*(.*)$/gm)];
    const { tasks } = listOf(text('OpenSpec'));
    expect(tasks.map(({ state, writtenId, title }) => [state === 'done', `${writtenId} ${title}`])).toEqual(
      own.map(([, mark, words]) => [mark?.toLowerCase() === 'x', words]),
    );
  });

  test('spec-kit: T ids in order, [P] and the story aside, everything else is no task', () => {
    const own = [...text('spec-kit').matchAll(/^- \[([ xX])\] (T\d{3}) ((?:\[[^\]]+\] )*)(.*)$/gm)];
    const { tasks } = listOf(text('spec-kit'));
    expect(
      tasks.map(({ state, id, tags, title }) => [state === 'done', id, tags.map((tag) => `[${tag}] `).join(''), title]),
    ).toEqual(own.map(([, mark, id, tags, title]) => [mark?.toLowerCase() === 'x', id, tags, title]));
  });

  test('Kiro: numbers, children of their number, a star makes it optional', () => {
    const own = [...text('Kiro').matchAll(/^\s*- \[([ x-])\](\*?) (\d+(?:\.\d+)*)\.? (.*)$/gm)];
    const { tasks } = listOf(text('Kiro'));
    expect(tasks.map(({ id, title, state, parent }) => [id, title, state === 'optional', parent])).toEqual(
      own.map(([, , star, id, title]) => [
        id,
        title,
        star === '*',
        id?.includes('.') === true ? id.split('.')[0] : null,
      ]),
    );
    // `[-]` is "in progress" there; here nobody knows what was left half done, so a person decides.
    expect(tasks.filter(({ state }) => state === 'deferred').map(({ id }) => id)).toEqual(['2.2']);
  });
});
