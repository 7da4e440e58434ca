import { readFileSync } from 'node:fs';
import { test } from '@jest/globals';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
test('x', () => {
  for (const f of ['a','b','c','d'].filter((f) => (process.env.F ?? 'abcd').includes(f))) {
    const r = readTasks(readFileSync(`/tmp/tasks/${f}.md`, 'utf8'));
    console.log(r.kind === 'list' ? r.list.tasks.map((t) => `${t.line} ${t.id} (${t.writtenId}) ${t.state}/${t.shape} [${t.label}] <${t.title}> ^${t.parent} ${t.isGroup} ${t.tags} c${JSON.stringify(t.criteria)} d${JSON.stringify(t.details)} ${t.headings.join('>')}`).join('\n') + '\n' + r.list.notes.join('\n') : JSON.stringify(r));
  }
});
