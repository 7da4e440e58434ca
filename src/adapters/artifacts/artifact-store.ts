import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactRef } from '../../domain/run/references.js';
import type { Artifacts } from '../../ports/artifacts.js';
import { writeAtomically } from './atomic-write.js';
import { safeName } from './safe-name.js';

/** Texts by hash in `<home>/runs/<run>/artifacts/<sha256>`; `home` is Pawl's home (D5, R23). */
export function createArtifacts(options: { readonly home: string }): Artifacts {
  const folderOf = (runKey: string) => join(options.home, 'runs', safeName('run key', runKey), 'artifacts');

  async function put(runKey: string, text: string): Promise<ArtifactRef> {
    const content = Buffer.from(text, 'utf8');
    const ref: ArtifactRef = { sha256: sha256(content), bytes: content.length };
    const path = join(folderOf(runKey), ref.sha256);
    // What is there under this name is trusted only when it has the hash: a second put mends the file.
    const present = await readFile(path).catch(() => null);
    if (present !== null && sha256(present) === ref.sha256) return ref;
    await mkdir(folderOf(runKey), { recursive: true, mode: 0o700 });
    await writeAtomically(path, content);
    return ref;
  }

  async function get(runKey: string, ref: ArtifactRef): Promise<string> {
    if (!/^[0-9a-f]{64}$/.test(ref.sha256)) {
      throw new Error(`Not an artifact's hash: ${JSON.stringify(ref.sha256)}. Expected 64 hexadecimal digits.`);
    }
    const path = join(folderOf(runKey), ref.sha256);
    const content = await readFile(path).catch((cause: unknown) => {
      throw new Error(`The artifact ${path} can't be read. Expected ${String(ref.bytes)} bytes.`, { cause });
    });
    if (sha256(content) !== ref.sha256) {
      const found = `Its hash is ${sha256(content)}, with ${String(content.length)} bytes`;
      throw new Error(`The artifact ${path} was altered. ${found}; expected ${String(ref.bytes)} bytes.`);
    }
    return content.toString('utf8');
  }

  return { put, get };
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
