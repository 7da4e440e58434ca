import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from './atomic-file.js';
import { ProcessIdentity } from './process-identity.js';
import { hasCode, reasonOf } from '../domain/thrown.js';

const port = z.number().int().min(1).max(65_535);

/** server.json: the server of this folder, and its ports for the next start. */
export const ServerRecord = z.object({
  version: z.literal(1),
  running: ProcessIdentity.nullable(),
  ports: z.object({ grpc: port, ui: port }),
  /** Path of the `temporal` that runs it. */
  binary: z.string(),
  serverVersion: z.string(),
});
export type ServerRecord = z.infer<typeof ServerRecord>;

export type RecordReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: ServerRecord }
  | { readonly kind: 'broken'; readonly why: string };

export async function readRecord(path: string): Promise<RecordReading> {
  try {
    const parsed = ServerRecord.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (parsed.success) return { kind: 'record', record: parsed.data };
    return { kind: 'broken', why: `"${parsed.error.issues[0]?.path.join('.') ?? ''}" is not what was written` };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { kind: 'none' };
    return { kind: 'broken', why: reasonOf(error) };
  }
}

export async function writeRecord(path: string, record: ServerRecord): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** Keeps a file that can't be read for a person to look at; returns where. */
export async function setAside(path: string): Promise<string> {
  const kept = `${path}.broken`;
  await rename(path, kept);
  return kept;
}
