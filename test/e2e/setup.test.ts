import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { replays, rig, tell, type Rig } from '../support/rig.js';
import { redDo, storyFiles } from '../support/story.js';

/** A dependency that only a setup brings, used by the production code from the first commit on. */
const files = {
  ...storyFiles,
  '.gitignore': 'node_modules/\n',
  'pawl.json': '{ "setup": "node setup.js" }\n',
  'setup.js': [
    "import { mkdirSync, writeFileSync } from 'node:fs';",
    "mkdirSync('node_modules/zero', { recursive: true });",
    'writeFileSync(\'node_modules/zero/package.json\', \'{"name":"zero","type":"module","main":"index.js"}\');',
    "writeFileSync('node_modules/zero/index.js', 'export const zero = 0;\\n');",
    '',
  ].join('\n'),
  'src/numbers.js': storyFiles['src/numbers.js']
    .replace('const table', "import { zero } from 'zero';\n\nconst table")
    .replace('zero: 0', 'zero'),
};

describe.each(['bubblewrap', 'process'] as const)('setup (jail: %s)', (jail) => {
  let rigged: Rig;
  beforeAll(async () => void (rigged = await rig({ jail })));
  afterAll(() => rigged.close());

  test('dependencies are installed once per hash, outside every tree, and every test run and leaf has them', async () => {
    const leaves = [{ role: 'developer', phase: 'refactor', step: '1', attempt: 1, do: [{ runTests: true }] }] as const;
    const first = await tell(rigged, { steps: 1, files, leaves });
    const { outcome, report } = await first.result();
    expect(outcome).toBe('done');
    expect(report.notes.filter((note) => note.startsWith('setup: node setup.js'))).toHaveLength(1);
    expect(await first.git('ls-tree', '-r', '--name-only', 'tdd/docs--issue')).not.toContain('node_modules');
    await replays(first);

    const second = await tell(rigged, { steps: 1, files });
    const again = await second.result();
    expect(again.outcome).toBe('done');
    expect(again.report.notes.filter((note) => note.startsWith('setup:'))).toEqual([]);
    expect(await readdir(join(rigged.home, 'stores'))).toHaveLength(1);
  });

  test('a step that changes what decides the setup is run with dependencies of its own tree, its leaves and tests alike', async () => {
    const known = {
      'pawl.json': '{ "setup": "node setup.js src/numbers.js" }\n',
      'setup.js': `${files['setup.js']}${[
        "import { appendFileSync, readFileSync } from 'node:fs';",
        "const names = readFileSync('src/numbers.js', 'utf8').match(/^  \\w+(?=[:,])/gm).map((name) => name.trim());",
        "appendFileSync('node_modules/zero/index.js', `export const known = ${JSON.stringify(names)};\\n`);",
        '',
      ].join('\n')}`,
      'src/numbers.js': files['src/numbers.js']
        .replace('{ zero }', '{ known, zero }')
        .replace('return table[name]', 'return known.includes(name) ? table[name] : undefined'),
    };
    const before = (await readdir(join(rigged.home, 'stores'))).length;
    const told = await tell(rigged, { steps: 1, files: { ...files, ...known } });
    const { outcome } = await told.result();
    expect(outcome).toBe('done');
    // The base's, and GREEN's: RED changed only a test.
    expect(await readdir(join(rigged.home, 'stores'))).toHaveLength(before + 2);
  });

  const process = jail === 'process' ? test : test.skip;
  process(
    'a leaf that writes into the dependencies is told of, and no evidence is measured with what it wrote',
    async () => {
      const spoil = [{ append: 'node_modules/zero/index.js', text: "throw new Error('spoilt');\n" }];
      const leaves = [
        { role: 'developer', phase: 'red', step: '1', attempt: 1, do: [...spoil, ...(redDo(1) ?? [])] },
      ] as const;
      const told = await tell(rigged, { steps: 1, files, leaves });
      const { outcome, report } = await told.result();
      expect(outcome).toBe('done');
      expect(report.notes.join('\n')).toContain('not as setup made them (node_modules/zero/index.js)');
    },
  );

  test('a setup that fails bails setup-failed before any leaf, with what it said', async () => {
    const broken = { ...files, 'setup.js': "console.error('no such package: zero'); process.exit(3);\n" };
    const told = await tell(rigged, { steps: 1, files: broken });
    await expect(told.result()).rejects.toMatchObject({ cause: { type: 'setup-failed' } });
    const report = await told.handle.query<{ message: string; spent: { leaves: number } }>('report');
    expect(report.message).toContain('no such package: zero');
    expect(report.message).toContain('exit code 3');
    expect(report.spent.leaves).toBe(0);
  });
});
