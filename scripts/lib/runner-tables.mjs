/**
 * The tables of docs/runners.md, from what the runner matrix saw.
 * @typedef {{ phase: string, name: string, expected: string, seen: string, expectedPolicy: string | null, policy: string | null, ok: boolean }} Case
 * @typedef {{ names: string[], runner: string, adapter: string, command: string, version: string | null, date: string, commit: string, machine: string, supported: boolean, problems: string[], notRun: string[], narrows: boolean, lacks: Record<string, string>, cases: Case[] }} Row
 */

/** @param {readonly Row[]} rows */
export function runnerTables(rows) {
  const names = rows.map((row) => row.names ?? []).sort((a, b) => b.length - a.length)[0] ?? [];
  return [supportTable(rows), '', matrix(rows, names), '', legend, '', notes(rows, names)].join('\n');
}

const legend =
  '✓ as in the second column · ≠ another class, which is right for this runner (below) · – not possible, with the reason below · ✗ wrong · blank: not run. ' +
  'A class behind `refused` or `not green` never becomes evidence; “+ policy” means that the file policy refuses the tree as well, whatever the runner saw.';

/** @param {readonly Row[]} rows */
function supportTable(rows) {
  const lines = rows.map((row) =>
    line([
      code(row.runner),
      row.supported ? '**supported**' : `untested: ${whyNot(row)}`,
      code(row.command),
      row.version ?? '',
      row.narrows ? 'yes' : 'no',
      `${row.date}, ${row.commit}`,
    ]),
  );
  return table(['runner', 'state', 'command', 'measured with', 'single files', 'last run, code'], lines);
}

/** @param {Row} row */
function whyNot({ problems, cases, notRun }) {
  if (problems.length > 0)
    return problems[0]
      .replace(/^skipped: /, '')
      .split('\n')[0]
      .slice(0, 160);
  const wrong = cases.filter(({ ok }) => !ok).map(({ name }) => name);
  const parts = [];
  if (wrong.length > 0) parts.push(`wrong class in ${wrong.join(', ')}`);
  if (notRun.length > 0) parts.push(`not run: ${notRun.join(', ')}`);
  return parts.join('; ');
}

/**
 * @param {readonly Row[]} rows
 * @param {readonly string[]} names
 */
function matrix(rows, names) {
  const ran = rows.filter(({ cases }) => cases.length > 0);
  const lines = names.map((name) =>
    line([name, shown(commonOf(ran, name)), ...ran.map((row) => mark(row, name, commonOf(ran, name)))]),
  );
  return table(['case', 'expected', ...ran.map(({ runner }) => runner)], lines);
}

/**
 * What most rows expect of a case.
 * @param {readonly Row[]} rows
 * @param {string} name
 */
function commonOf(rows, name) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of rows) {
    const found = caseOf(row, name);
    if (found !== undefined) counts.set(wanted(found), (counts.get(wanted(found)) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** @param {Case} one */
function wanted({ expected, expectedPolicy }) {
  return expectedPolicy === 'refuses' ? `${expected} + policy` : expected;
}

/** @param {string} expected */
function shown(expected) {
  return expected === ''
    ? ''
    : code(expected.replace(' + policy', '')) + (expected.endsWith(' + policy') ? ' + policy' : '');
}

/**
 * @param {Row} row
 * @param {string} name
 */
function caseOf(row, name) {
  return row.cases.find((one) => one.name === name);
}

/**
 * @param {Row} row
 * @param {string} name
 * @param {string} common
 */
function mark(row, name, common) {
  const found = caseOf(row, name);
  if (found === undefined) return Object.hasOwn(row.lacks, name) ? '–' : '';
  if (!found.ok) return '✗';
  return wanted(found) === common ? '✓' : '≠';
}

/**
 * @param {readonly Row[]} rows
 * @param {readonly string[]} names
 */
function notes(rows, names) {
  const ran = rows.filter(({ cases }) => cases.length > 0);
  const lines = ran.flatMap((row) => {
    const parts = [];
    for (const name of names) {
      const found = caseOf(row, name);
      if (found === undefined && row.lacks[name] !== undefined) parts.push(`no “${name}”: ${row.lacks[name]}`);
      if (found?.ok === true && wanted(found) !== commonOf(ran, name))
        parts.push(`“${name}” is ${shown(wanted(found))}`);
      if (found?.ok === false) parts.push(`“${name}” was ${code(found.seen)}, expected ${shown(wanted(found))}`);
    }
    const more = row.cases.filter(({ name }) => !names.includes(name));
    if (more.length > 0) parts.push(`also shown: ${more.map((one) => `${one.name} (${code(one.seen)})`).join(', ')}`);
    return parts.length === 0 ? [] : [`- **${row.runner}**: ${parts.join('; ')}`];
  });
  const machines = [...new Set(ran.map(({ machine }) => machine))];
  return [...lines, '', `Machine: ${machines.join('; ')}.`].join('\n');
}

/**
 * @param {readonly string[]} head
 * @param {readonly string[]} lines
 */
function table(head, lines) {
  return [line(head), line(head.map(() => '---')), ...lines].join('\n');
}

/** @param {readonly string[]} cells */
function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** @param {string} text */
function code(text) {
  return text === '' ? '' : `\`${text}\``;
}
