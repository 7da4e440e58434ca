import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { lint, refusedLines, root } from './lint.js';

/** The table of the design, written a second time: what each room may reach besides nothing. */
const table = {
  domain: { rooms: ['domain'], packages: ['zod'], node: false },
  contract: { rooms: ['contract', 'domain'], packages: ['zod', '@temporalio/common'], node: false },
  ports: { rooms: ['ports', 'domain'], packages: [], node: false },
  workflows: { rooms: ['workflows', 'contract', 'domain'], packages: ['@temporalio/workflow'], node: false },
  prompts: { rooms: ['prompts', 'domain'], packages: [], node: false },
  texts: { rooms: ['texts', 'domain'], packages: ['markdown-it'], node: false },
  activities: {
    rooms: ['activities', 'contract', 'domain', 'ports', 'prompts', 'texts'],
    packages: ['@temporalio/activity'],
    node: false,
  },
  adapters: { rooms: ['adapters', 'ports', 'domain'], packages: [], node: true },
  config: { rooms: ['config', 'domain'], packages: ['zod'], node: true },
  embedded: { rooms: ['embedded', 'domain'], packages: ['zod', 'execa'], node: true },
  client: {
    rooms: ['client', 'cli', 'contract', 'config', 'domain', 'texts', 'embedded'],
    packages: ['commander'],
    node: true,
  },
  cli: { rooms: ['cli', 'contract', 'config', 'domain', 'texts', 'embedded'], packages: ['commander'], node: true },
  worker: {
    rooms: [
      'worker',
      'local',
      'domain',
      'contract',
      'ports',
      'prompts',
      'texts',
      'activities',
      'adapters',
      'config',
      'embedded',
    ],
    packages: ['@temporalio/worker', '@temporalio/client', '@temporalio/common', '@temporalio/activity'],
    node: true,
  },
  local: {
    rooms: ['local', 'domain', 'contract', 'ports', 'prompts', 'texts', 'activities', 'adapters', 'config', 'embedded'],
    packages: [],
    node: true,
  },
} as const;
type Room = keyof typeof table;

const rooms = Object.keys(table).filter((name): name is Room => name in table);
const builtins = ['node:fs', 'fs', 'node:path', 'node:fs/promises', 'fs/promises'];
const packages = [
  ...[
    'zod',
    'markdown-it',
    'execa',
    'simple-git',
    'write-file-atomic',
    'commander',
    'typescript',
    '@temporalio/common',
  ],
  ...[
    '@temporalio/workflow',
    '@temporalio/activity',
    '@temporalio/worker',
    '@temporalio/client',
    '@temporalio/testing',
  ],
];
/** Reached in a way of its own, shown below. */
const special: Readonly<Partial<Record<Room, readonly string[]>>> = {
  contract: ['@temporalio/workflow'],
  client: ['local', '@temporalio/client'],
  cli: ['local', 'worker', '@temporalio/client'],
};

/** A file two folders deep in its room, so that `../../` leads to src; one-file rooms have one folder less. */
const place = (room: Room): string => (room === 'adapters' ? 'src/adapters/jails/x.ts' : `src/${room}/deep/x.ts`);

/** Every way in which one module can name another. */
const forms = (specifier: string): string[] => [
  `import { a } from '${specifier}';`,
  `import '${specifier}';`,
  `import type { b } from '${specifier}';`,
  `import { type c } from '${specifier}';`,
  `import * as d from '${specifier}';`,
  `export { e } from '${specifier}';`,
  `export type { f } from '${specifier}';`,
  `export * from '${specifier}';`,
  `export type * from '${specifier}';`,
  `const g = await import('${specifier}');`,
  `const h = async () => import(\`${specifier}\`);`,
  `type I = import('${specifier}').I;`,
  `type J = typeof import('${specifier}');`,
  `import k = require('${specifier}');`,
  `const l = require('${specifier}');`,
  `process.getBuiltinModule('${specifier}');`,
];

describe.each(rooms)('the walls of %s', (room) => {
  const { rooms: near, packages: own, node } = table[room];
  const aside = special[room] ?? [];
  const inReach = (name: string): boolean => [...near, ...own].some((one) => one === name);

  test('every room and package in reach is let through, in every form of import', async () => {
    const specifiers = [...near.map((name) => `../../${name}/y.js`), ...own, ...(node ? builtins : [])];
    expect(await refusedLines(place(room), specifiers.flatMap(forms), 'pawl/walls')).toEqual([]);
  });

  test('every other room and package is refused, in every form of import, types included', async () => {
    const far = [...rooms, ...packages].filter((name) => !inReach(name) && !aside.includes(name));
    const specifiers = far.map((name) => (rooms.some((one) => one === name) ? `../../${name}/y.js` : name));
    const lines = [...specifiers, ...(node ? [] : builtins)].flatMap(forms);
    expect(lines.length).toBeGreaterThan(0);
    expect(await refusedLines(place(room), lines, 'pawl/walls')).toEqual(lines);
  });

  test('a one-file room is reached by its file as by its folder', async () => {
    const refused = rooms.filter((name) => !inReach(name) && !aside.includes(name));
    const lines = refused.map((name) => `import { a } from '../../${name}.js';`);
    expect(await refusedLines(place(room), lines, 'pawl/walls')).toEqual(lines);
  });
});

describe('what the table says in its own words', () => {
  test('contract takes only define… from the workflow package, and never the whole of it', async () => {
    const fine = [
      `import { defineSignal, defineQuery } from '@temporalio/workflow';`,
      `import { defineUpdate as update } from '@temporalio/workflow';`,
    ];
    const refused = [
      `import { sleep } from '@temporalio/workflow';`,
      `import { defineSignal as a, proxyActivities } from '@temporalio/workflow';`,
      `import * as workflow from '@temporalio/workflow';`,
      `import '@temporalio/workflow';`,
      `import type { ActivityOptions } from '@temporalio/workflow';`,
      `export * from '@temporalio/workflow';`,
      `export { condition } from '@temporalio/workflow';`,
      `const late = async () => import('@temporalio/workflow');`,
      `type Info = import('@temporalio/workflow').WorkflowInfo;`,
    ];
    expect(await refusedLines('src/contract/x.ts', [...fine, ...refused], 'pawl/walls')).toEqual(refused);
  });

  test.each(['src/client.ts', 'src/cli/run.ts'])(
    '%s loads the SDK, local.ts and the worker only when a command needs them',
    async (file) => {
      const up = file === 'src/client.ts' ? './' : '../';
      const lines = (specifier: string): { fine: string[]; refused: string[] } => ({
        fine: [
          `import type { A } from '${specifier}';`,
          `type B = import('${specifier}').B;`,
          `const c = async () => { const { d } = await import('${specifier}'); return d; };`,
        ],
        refused: [
          `import { e } from '${specifier}';`,
          `import { type F } from '${specifier}';`,
          `export * from '${specifier}';`,
          `const g = await import('${specifier}');`,
        ],
      });
      const heavy = ['@temporalio/client', `${up}local.js`, ...(file === 'src/client.ts' ? [] : [`${up}worker.js`])];
      for (const { fine, refused } of heavy.map(lines)) {
        expect(await refusedLines(file, [...fine, ...refused], 'pawl/walls')).toEqual(refused);
      }
      const adapter = [
        `const git = async () => import('${up}adapters/git/git.js');`,
        `import type { A } from '${up}adapters/git/git.js';`,
      ];
      expect(await refusedLines(file, adapter, 'pawl/walls')).toEqual(adapter);
    },
  );

  const vendors = { process: 'execa', git: 'simple-git', artifacts: 'write-file-atomic' };
  test.each(Object.entries(vendors))('adapters/%s is the only one that takes %s', async (folder, vendor) => {
    const line = `import { a } from '${vendor}';`;
    expect(await refusedLines(`src/adapters/${folder}/x.ts`, [line], 'pawl/walls')).toEqual([]);
    const others = readdirSync(`${root}src/adapters`, { withFileTypes: true }).filter(
      (one) => one.isDirectory() && one.name !== folder,
    );
    for (const { name } of others)
      expect(await refusedLines(`src/adapters/${name}/x.ts`, [line], 'pawl/walls')).toEqual([line]);
  });

  test('an adapter folder or a room without a row in the table is refused by name', async () => {
    const [vendor] = await lint('src/adapters/mail/x.ts', ['export const a = 1;'], 'pawl/walls');
    expect(vendor?.text).toBe('src/adapters/mail is not in the table of vendors: add it to eslint/walls.js.');
    const [room] = await lint('src/helpers/x.ts', ['export const a = 1;'], 'pawl/walls');
    expect(room?.text).toBe('src/helpers/x.ts stands in no room of src: give it one in eslint/walls.js.');
  });

  test('the message names what was refused and what is allowed', async () => {
    const [finding] = await lint('src/texts/issue.ts', [`import fs from 'node:fs';`], 'pawl/walls');
    expect(finding?.text).toBe(
      "texts may not import Node's module node:fs. texts may import the rooms texts, domain; the packages markdown-it; none of Node's modules.",
    );
  });
});

describe('ways around a wall', () => {
  test('a package is known by its whole name: subpaths share its fate, look-alikes do not', async () => {
    const fine = [`import { a } from 'zod/v4';`, `import { b } from '@temporalio/common/lib/errors.js';`];
    const refused = [
      `import { c } from 'zod-evil';`,
      `import { d } from '@temporalio/common-evil';`,
      `import { e } from 'constructor';`,
    ];
    expect(await refusedLines('src/contract/x.ts', [...fine, ...refused], 'pawl/walls')).toEqual(refused);
  });

  test('a computed import, a path out of src, an absolute path, a URL and a #-import are refused', async () => {
    const refused = [
      `const name = 'x'; const a = async () => import('../adapters/' + name);`,
      'const b = async (room: string) => import(`../${room}/x.js`);',
      `import { c } from '../../test/support/x.js';`,
      `import d from '../../package.json';`,
      `import { e } from '/tmp/x.js';`,
      `import { f } from 'file:///tmp/x.js';`,
      `import { g } from 'data:text/javascript,1';`,
      `import { h } from '#adapters';`,
    ];
    expect(await refusedLines('src/workflows/x.ts', refused, 'pawl/walls')).toEqual(refused);
  });

  test('the message says that a path leads out of src', async () => {
    const [finding] = await lint('src/cli/x.ts', [`import { a } from '../../test/support/x.js';`], 'pawl/walls');
    expect(finding?.text).toMatch(/^cli may not import ..\/..\/test\/support\/x.js, which lies outside src\./);
  });

  test('a detour through one’s own room or through src does not hide the target', async () => {
    const refused = [
      `import { a } from '../domain/../adapters/git/git.js';`,
      `import { b } from '../../src/adapters/git/git.js';`,
    ];
    const fine = [`import { c } from '../../src/domain/steering/gear.js';`, `import { d } from './deep/../gear.js';`];
    expect(await refusedLines('src/domain/x.ts', [...refused, ...fine], 'pawl/walls')).toEqual(refused);
  });
});
