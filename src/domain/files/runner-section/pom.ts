import type { Sections } from './readers.js';

const plugins = ['maven-surefire-plugin', 'maven-failsafe-plugin'] as const;
const elements = ['testSourceDirectory', 'skipTests', 'skipITs', 'maven.test.skip', 'testFailureIgnore'] as const;

/** The blocks of the plugins that run tests, and the elements that turn tests off; comments and blanks left out. */
export function pomSections(text: string): Sections {
  const plain = withoutComments(text);
  if (plain === null || !plain.includes('<project')) return null;
  const sections = new Map<string, string>();
  for (const block of blocks(plain, 'plugin')) {
    const name = plugins.find((one) => block.includes(`>${one}<`));
    if (name !== undefined) sections.set(name, `${sections.get(name) ?? ''}${block}`);
  }
  for (const name of elements) {
    const all = blocks(plain, name).join('');
    if (all !== '') sections.set(`<${name}>`, all);
  }
  return sections;
}

function withoutComments(text: string): string | null {
  let plain = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return `${plain}${text.slice(at)}`.replace(/\s+/g, ' ').replace(/> | </g, (edge) => edge.trim());
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return null;
    plain += text.slice(at, start);
    at = end + 3;
  }
}

/** From the opening to the next closing tag of this name; neither of them nests. */
function blocks(text: string, name: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(`<${name}>`); at >= 0; at = text.indexOf(`<${name}>`, at + 1)) {
    const end = text.indexOf(`</${name}>`, at);
    found.push(text.slice(at, end < 0 ? undefined : end));
  }
  return found;
}
