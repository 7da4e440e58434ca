import { constants } from 'node:fs';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LeafManifest } from '../domain/leaf/manifest.js';
import type { ArtifactRef } from '../domain/run/references.js';

/** Longer than any list of inputs; a file that somebody put in the place of one is not read to its end. */
const maxBytes = 64 * 1024 * 1024;

/** What the files of one leaf say, against the hashes that were noted when it was laid. */
export interface ReadManifest {
  /** As its launch was noted; null when no launch is on record, or it noted none. */
  readonly sha256: string | null;
  /** Null when it is not there, or is none. */
  readonly manifest: LeafManifest | null;
  /** The list of each folder, by place; null when it is gone or was altered. */
  readonly lists: Readonly<Record<string, string | null>>;
  /** What does not fit its hash, in words; empty when all of it does. */
  readonly faults: readonly string[];
}

/** Reads a leaf's manifest and all that it names, and says of each whether it is what was noted (T12). */
export async function readManifest(runFolder: string, label: string, sha256: string | null): Promise<ReadManifest> {
  if (sha256 === null) return { sha256, manifest: null, lists: {}, faults: ['no manifest was noted at its launch'] };
  const faults: string[] = [];
  const artifact = async (what: string, ref: Pick<ArtifactRef, 'sha256'>): Promise<string | null> =>
    checked(faults, what, ref.sha256, await readText(join(runFolder, 'artifacts', ref.sha256)));
  const text = await artifact('the manifest', { sha256 });
  const manifest = text === null ? null : parse(text);
  if (text !== null && manifest === null) faults.push('the manifest is of another version of Pawl, or none');
  if (manifest === null) return { sha256, manifest, lists: {}, faults };
  await artifact('the schema of the answer', manifest.schema);
  await artifact('the command line', manifest.command);
  await artifact('the prompt', manifest.prompt);
  const shown = await readText(join(runFolder, 'leaves', label, 'prompt.txt'));
  checked(faults, 'prompt.txt', manifest.prompt.sha256, shown);
  const lists: Record<string, string | null> = {};
  for (const { place, list } of manifest.folders) lists[place] = await artifact(`the list of ${place}`, list);
  return { sha256, manifest, lists, faults };
}

function checked(faults: string[], what: string, sha256: string, content: Buffer | null): string | null {
  if (content === null) faults.push(`${what} is gone: expected ${sha256}`);
  else if (hashOf(content) !== sha256)
    faults.push(`${what} was altered: its hash is ${hashOf(content)}, expected ${sha256}`);
  else return content.toString('utf8');
  return null;
}

function parse(text: string): LeafManifest | null {
  try {
    return LeafManifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** No link is followed and no pipe waited for; null for what is not there. */
async function readText(path: string): Promise<Buffer | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= maxBytes ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
