import { test } from '@jest/globals';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
import { setMark, setMarkInEdited } from '../../../src/texts/tasks/set-mark.js';
const rep = (s: string) => s.repeat(Math.ceil(100_000 / s.length)).slice(0, 100_000);
test('speed', () => {
  const two = Array.from({ length: 2000 }, (_, i) => `${i % 20 === 0 ? `## Phase ${i / 20}: x\n\n` : ''}- [ ] T${String(i).padStart(4, '0')} [P] [US1] **TEST + IMPLEMENT: do the thing ${i}**\n  - Test file: test/a${i}.ts\n  - **Acceptance**\n    - [ ] first\n    - [x] second\n`).join('');
  const cases: Record<string, string> = {
    two,
    stars: rep('*'), boldo: '- [ ] ' + rep('**'), bold2: '- [ ] ' + rep('**a '), tags: '- [ ] ' + rep('[P] '), tagsb: '- [ ] ' + rep('**[P]** '),
    parens: '- [ ] ' + rep('('), parens2: '- [ ] ' + rep('(a) '), colon: '- [ ] ' + rep(': '), dash: '- [ ] ' + rep('— '), ids: '- [ ] ' + rep('1.'), ids2: '- [ ] T1' + rep('-'), blanks: '- [ ] ' + rep(' ') + 'x',
    nest: rep('- '), nestbox: rep('- [ ] '), nestlines: Array.from({ length: 400 }, (_, i) => ' '.repeat(i) + '- [ ] a').join('\n'),
    quotes: rep('> '), quoteLines: rep('> > > > > > > > > > a\n'), quoteLazy: rep('> - > - > - a\n'), lt: rep('<!--\n'), lt2: rep('- <!--\n'), ltitem: rep('- [ ] a <!--\n'), fences: rep('```\n'), fences2: rep('- ```\n'), tilde: rep('~~~ a\n'),
    heads: rep('# a\n'), headT: rep('## Task 1: a\n'), headT2: rep('# T1: a\n## T1: b\n'), headbox: rep('# [ ] 1. a\n'), setext: rep('a\n-\n'), setext2: rep('a\n') + '===', para: rep('- [ ] a\nb\n'), lazy: '- [ ] ' + rep('a\n'), boxes: rep('- [ ] a\n'), boxes1: rep('- [ ] 1 a\n'), boxdup: rep('- [ ] 1. a\n'), plus: rep('+\n'), mixed: rep('- [ ] a\n+ [ ] b\n'), ol: rep('1. [ ] a\n'), olp: rep('a\n2. [ ] a\n'), tabs: rep('\t- [ ] a\n'), tabs2: rep('- [ ] a\n\t- [ ] b\n'), details: '- [ ] a\n' + rep('  - b\n'), deepdetails: rep('- [ ] a\n  - [ ] b\n    - [ ] c\n      - [ ] d\n        - x\n'), acc: '- [ ] a\n  - Acceptance\n' + rep('    - [ ] c\n'), comment: rep('<!-- - [ ] a -->\n'), html: rep('<div>\n- [ ] a\n'), caps: '- [ ] ' + rep('A'), capsl: '- [ ] ' + rep('A '), bt: '- [ ] ' + rep('`'), und: '- [ ] ' + rep('__a'), crlf: rep('- [ ] a\r\n'), cr: rep('\r'), tld: '- [ ] ' + rep('~~'), refs: rep('[a]: b\n'), br: rep('['), brs: '- ' + rep('['), sp: rep(' '), sp2: rep('    \n'), nl: rep('\n'), nlitem: '- [ ] a' + rep('\n') + '  - [ ] b', emptyitems: rep('-\n'), nestempty: rep('- -\n'), esc: rep('\\'), nbsp: '- [ ] ' + rep('\u00a0') , combos: rep('- [ ] **a: ** — '), ws: '- [ ] a' + rep('\t') + 'b', desc: Array.from({length: 300}, (_, i) => ' '.repeat(300 - i) + '- a').join('\n'), hr: rep('---\n'), hr2: rep('- [ ] a\n---\n'), fm: '---\n' + rep('- [ ] a\n'), uni: rep('- [ ] 日本語の課題 é\n'), dashes: '- [ ] ' + rep('-'), dashb: '- [ ] a ' + rep(' -'),
  };
  const out: string[] = [];
  for (const [name, text] of Object.entries(cases)) {
    readTasks(text.slice(0, 20_000));
    const a = performance.now(); const r = readTasks(text); const b = performance.now() - a;
    const a2 = performance.now(); readTasks(text.length < 150_000 ? text + '\n' + text : text); const b2 = performance.now() - a2;
    out.push(`${b > 40 ? '!!' : ''} ${name} ${text.length} ${b.toFixed(1)} ${b2.toFixed(1)} ${r.kind} ${r.kind === 'list' ? r.list.tasks.length : ''}`);
  }
  const a3 = performance.now(); setMark(two, 3, 'x'); out.push(`mark ${performance.now() - a3}`);
  const dup = rep('# a\n- [ ] a\n');
  const a4 = performance.now(); try { setMarkInEdited('x\n' + dup + '\ny', { text: dup, line: 4 }, 'x'); } catch (e) { out.push(String(e)); } out.push(`edited ${performance.now() - a4}`);
  console.log(out.join('\n'));
});
