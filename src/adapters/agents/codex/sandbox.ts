import { dirname, join } from 'node:path';
import { traitsOf, type JailKind } from '../../../domain/leaf/jails.js';
import type { LeafJob } from '../../../ports/agent.js';

/** Where the CLI keeps its state: in the leaf's own home, and out of TMPDIR, where it makes no sandbox. */
export function codexHome({ folders }: Pick<LeafJob, 'folders'>): string {
  return join(folders.home, '.codex');
}

/** What holds the commands of a leaf, besides Pawl's own jail. */
export interface Sandbox {
  /** Flags of the command line. */
  readonly argv: readonly string[];
  /** Said in the leaf's last message when it is not the CLI's own. */
  readonly note: string | null;
}

function offIn(jail: JailKind): Sandbox {
  return {
    argv: ['--sandbox', 'danger-full-access'],
    note: `held by the jail ${jail}, codex's own sandbox is off`,
  };
}

/**
 * The CLI looks at files through its shell, in a sandbox made by a bubblewrap of its own, which can't be made inside of
 * Pawl's: there Pawl's jail alone holds the leaf. In the process jail it is the CLI's that holds it: an editor writes to
 * its folders only, all others read their folder and nothing else of this machine.
 */
export function sandboxOf(job: LeafJob, readable: readonly string[]): Sandbox {
  // Its folder is empty: all it needs stands in the prompt (R-001-19).
  if (job.role === 'domain-reviewer') {
    return { argv: ['--sandbox', 'read-only', '--disable', 'shell_tool'], note: null };
  }
  if (job.jail !== undefined && traitsOf(job.jail).holdsFiles) return offIn(job.jail);
  return job.role === 'developer' || job.role === 'debugger' ? editing(job) : looking(job, readable);
}

/** Tests need the loopback, and the process jail leaves the network open to each developer. Caches go into its home. */
function editing({ folders }: LeafJob): Sandbox {
  const wider = '{network_access=true,exclude_slash_tmp=true}';
  return {
    argv: ['--sandbox', 'workspace-write', '-c', `sandbox_workspace_write=${wider}`, '--add-dir', folders.home],
    note: null,
  };
}

/**
 * A profile of permissions, as `--sandbox read-only` reads the whole disk, a developer's traces on it included. The
 * helper that makes the sandbox lies in the CLI's own home.
 */
function looking(job: LeafJob, readable: readonly string[]): Sandbox {
  // The base tree of a refactor verdict, or of the critic, lies beside the export.
  const base = job.phase === 'refactor' || job.role === 'critic' ? [join(dirname(job.folders.work), 'base')] : [];
  const paths = [...base, join(codexHome(job), 'tmp'), ...readable];
  const rules = [
    '":minimal"="read"',
    '":workspace_roots"={"."="read"}',
    ...paths.map((path) => `${JSON.stringify(path)}="read"`),
  ];
  return {
    argv: ['-c', 'default_permissions="pawl"', '-c', `permissions.pawl.filesystem={${rules.join(',')}}`],
    note: null,
  };
}
