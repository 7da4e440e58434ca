import { z } from 'zod';
import type { Progress } from './progress.js';
import { ServerError } from './server-error.js';
import type { TemporalCli } from './temporal-cli.js';

/** A search attribute and its type as `temporal operator search-attribute create` takes it. */
export interface SearchAttribute {
  readonly name: string;
  readonly type: 'Keyword' | 'Datetime';
}

const Listed = z.object({ customAttributes: z.record(z.string(), z.string()).optional() });

/**
 * Adds the search attributes that an older database lacks.
 * @throws {ServerError} when one is there with another type: only a person may take an attribute away.
 */
export async function settleSearchAttributes(
  cli: TemporalCli,
  wanted: readonly SearchAttribute[],
  progress: Progress,
): Promise<void> {
  const there = await listed(cli);
  for (const { name, type } of wanted) {
    const found = there[name];
    if (found !== undefined && found !== indexedType(type)) throw new ServerError(wrongType(name, found, type));
  }
  const missing = wanted.filter(({ name }) => there[name] === undefined);
  if (missing.length === 0) return;
  progress.say(`Adding search attributes the database lacks: ${missing.map(({ name }) => name).join(', ')}.`);
  for (const type of new Set(missing.map((one) => one.type))) {
    const names = missing.filter((one) => one.type === type).flatMap(({ name }) => ['--name', name]);
    const end = await cli('search-attribute', 'create', '--type', type, ...names);
    if (!end.ok) throw new ServerError(`Search attributes could not be added: ${end.problem}`);
  }
}

async function listed(cli: TemporalCli): Promise<Readonly<Record<string, string>>> {
  const end = await cli('search-attribute', 'list', '--output', 'json');
  if (!end.ok) throw new ServerError(`The server's search attributes can't be listed: ${end.problem}`);
  return Listed.parse(JSON.parse(end.stdout)).customAttributes ?? {};
}

function indexedType(type: SearchAttribute['type']): string {
  return `INDEXED_VALUE_TYPE_${type.toUpperCase()}`;
}

function wrongType(name: string, found: string, type: string): string {
  const has = found.replace('INDEXED_VALUE_TYPE_', '').toLowerCase();
  return [
    `The server has a search attribute ${name} of type ${has}; Pawl needs ${type}.`,
    `If nothing else uses it: temporal operator search-attribute remove --name ${name}, then start again.`,
  ].join('\n');
}

const retentionHours = 720;
const Described = z.object({ config: z.object({ workflowExecutionRetentionTtl: z.string() }) });

/** Runs stay readable for 30 days after their end; the server's own default is one day. A longer one is kept. */
export async function settleRetention(cli: TemporalCli, namespace: string, progress: Progress): Promise<void> {
  const end = await cli('namespace', 'describe', namespace, '--output', 'json');
  const described = end.ok ? Described.safeParse(JSON.parse(end.stdout)) : null;
  const seconds = Number(described?.data?.config.workflowExecutionRetentionTtl.replace('s', '') ?? 0);
  if (seconds >= retentionHours * 3_600) return;
  const update = await cli('namespace', 'update', namespace, '--retention', `${retentionHours}h`);
  if (!update.ok) progress.say(`Retention of 30 days could not be set: ${update.problem}`);
}
