import { z } from 'zod';
import { conventionKeyRules } from '../domain/settings/convention-keys.js';
import { Conventions } from '../domain/settings/conventions.js';
import { ruleAt, schemaKey, type KeyRule, type KeyRules } from '../domain/settings/key-rules.js';
import { configKeys } from './config-keys.js';
import { ConfigFile } from './config-schema.js';

/** A part of a JSON schema; only what this file looks at. */
interface SchemaPart {
  readonly [key: string]: unknown;
}

/** The schemas that editors check settings files with, by file name; docs/schema holds them as they are here. */
export function publishedSchemas(): Readonly<Record<string, SchemaPart>> {
  return {
    'config.schema.json': publish(ConfigFile, 'config.json of Pawl', configKeys),
    'pawl.schema.json': publish(Conventions, 'pawl.json', conventionKeyRules),
  };
}

/** Rules that a JSON schema can't express (an address, a glob, a duration) stand in the description. */
function publish(schema: z.ZodType, title: string, rules: KeyRules): SchemaPart {
  const { $schema, ...body } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title, ...described(body, rules, []) };
}

/** The part with the words of its rule, and so all below it. */
function described(part: SchemaPart, rules: KeyRules, at: readonly string[]): SchemaPart {
  const rule = at.length === 1 && at[0] === schemaKey ? schemaKeyRule : ruleAt(rules, at);
  return { ...(rule === undefined ? {} : words(rule, at)), ...inside(part, rules, at) };
}

function words({ says, expected, example }: KeyRule, at: readonly string[]): SchemaPart {
  const title = at.length === 0 ? {} : { title: at.join('.') };
  return { ...title, description: `${says}. Takes ${expected}.`, examples: [exampleAt(example, at)] };
}

/** What an example, a whole file, holds at this place. */
function exampleAt(example: string, at: readonly string[]): unknown {
  let value: unknown = JSON.parse(example);
  for (const key of at) value = isPart(value) ? value[key] : undefined;
  return value;
}

const schemaKeyRule: KeyRule = {
  says: 'Where this schema lies, for editors',
  expected: 'an address or a path',
  example: '{"$schema":"./pawl.schema.json"}',
};

/** Keys keep their place below unions: `temporal.tls` is a yes, a no, or an object with keys of its own. */
function inside(part: SchemaPart, rules: KeyRules, at: readonly string[]): SchemaPart {
  const { properties, anyOf } = part;
  const named = isPart(properties)
    ? Object.entries(properties).map(([key, value]) => [
        key,
        isPart(value) ? described(value, rules, [...at, key]) : value,
      ])
    : null;
  const branches: unknown = Array.isArray(anyOf)
    ? anyOf.map((branch: unknown) => (isPart(branch) ? inside(branch, rules, at) : branch))
    : undefined;
  return {
    ...part,
    ...(named === null ? {} : { properties: Object.fromEntries(named) }),
    ...(branches === undefined ? {} : { anyOf: branches }),
  };
}

function isPart(value: unknown): value is SchemaPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
