import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Jail } from '../../ports/jail.js';
import { tryOut } from './probe-bubblewrap.js';

export const sandboxMissing =
  'srt, the program of @anthropic-ai/sandbox-runtime, is not on the PATH of this worker; mend: npm install -g @anthropic-ai/sandbox-runtime and the packages bubblewrap, socat and ripgrep, or name it in config.json: {"sandboxRuntime":{"path":"/usr/local/bin/srt"}}';

/** Runs a real program in it: only that tells whether a sandbox can be made here. */
export async function probeSandboxRuntime(
  srtPath: string | null,
  wrap: Jail['wrap'],
  searchPath: string,
): Promise<{ readonly available: boolean; readonly why: string }> {
  if (srtPath === null) return { available: false, why: sandboxMissing };
  const folder = await mkdtemp(join(tmpdir(), 'pawl-srt-'));
  try {
    const env = { PATH: `${searchPath}:/usr/bin:/bin`, HOME: folder, TMPDIR: folder };
    const walls = { writable: [folder], readable: [], hidden: [], network: false };
    const { exitCode, errors } = await tryOut(wrap({ argv: ['true'], cwd: folder, env }, walls), 30_000);
    if (exitCode === 0) return { available: true, why: `sandbox-runtime works (${srtPath})` };
    const mend = 'mend: install bubblewrap, socat and ripgrep, and see pawl doctor with "jail": "bubblewrap"';
    return {
      available: false,
      why: `sandbox-runtime (${srtPath}) can't make a sandbox: ${errors || 'it said nothing'}; ${mend}`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      available: false,
      why: `sandbox-runtime can't be started: ${why}; ${sandboxMissing.split('; ')[1] ?? ''}`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
