import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigFile } from '../../src/config/config-schema.js';
import { configKeys } from '../../src/config/config-keys.js';
import { publishedSchemas } from '../../src/config/published-schemas.js';
import { conventionKeyRules } from '../../src/domain/settings/convention-keys.js';
import { Conventions } from '../../src/domain/settings/conventions.js';
import { schemaKey } from '../../src/domain/settings/key-rules.js';

const files = [
  { name: 'config.schema.json', reader: ConfigFile, rules: configKeys },
  { name: 'pawl.schema.json', reader: Conventions, rules: conventionKeyRules },
] as const;

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly anyOf?: readonly Part[];
  readonly description?: string;
}

/** Every key of a schema by its path, objects inside unions included. */
function keysOf(part: Part, above = ''): readonly (readonly [string, Part])[] {
  const own = Object.entries(part.properties ?? {}).flatMap(([key, value]) => {
    const path = above === '' ? key : `${above}.${key}`;
    return [[path, value] as const, ...keysOf(value, path)];
  });
  return [...own, ...(part.anyOf ?? []).flatMap((branch) => keysOf(branch, above))];
}

describe.each(files)('docs/schema/$name', ({ name, reader, rules }) => {
  const schema = publishedSchemas()[name] ?? {};
  const published: unknown = JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8'));
  const keys = keysOf(schema);

  test('is what the code generates (else: npm run schemas)', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  test('is draft 2020-12, has a title, and takes a $schema key', () => {
    expect(published).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.any(String),
    });
    expect(keys.map(([path]) => path)).toContain(schemaKey);
    expect(reader.safeParse({ [schemaKey]: './x.schema.json' }).success).toBe(true);
  });

  test('describes every key in words of its own', () => {
    const described = keys.map(([, part]) => part.description ?? '');
    expect(described.filter((words) => words.length < 20)).toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  test('has a rule for each key and no rule without one', () => {
    const paths = keys.map(([path]) => path).filter((path) => path !== schemaKey);
    expect(
      Object.keys(rules)
        .filter((path) => path !== '')
        .sort(),
    ).toEqual([...paths].sort());
  });

  test('the examples of its rules are files that can be read, and hold the key', () => {
    for (const [path, { example }] of Object.entries(rules)) {
      const file: unknown = JSON.parse(example);
      expect([path, reader.safeParse(file).success]).toEqual([path, true]);
      let value = file;
      for (const key of path === '' ? [] : path.split('.')) value = (value as Record<string, unknown>)[key];
      expect([path, value]).not.toEqual([path, undefined]);
    }
  });

  test('an editor takes and refuses what Pawl takes and refuses, as far as a schema can tell', () => {
    const editor = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0]);
    const samples: readonly unknown[] = [
      ...Object.values(rules).map(({ example }) => JSON.parse(example) as unknown),
      ...['x', 3, null, [], { gear: 'review-after' }, { maxFiles: 0 }, { maxFiles: '3' }, { limits: { idle: 1 } }],
      ...[
        { limits: { idleSeconds: 0 } },
        { setup: [] },
        { claude: { turns: 1 } },
        { command: {} },
        { temporal: { tls: 3 } },
      ],
    ];
    for (const sample of samples) {
      expect([sample, editor.safeParse(sample).success]).toEqual([sample, reader.safeParse(sample).success]);
    }
  });
});
