import { readdirSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import type { ServerPorts } from './ports.js';
import { identify, type ProcessIdentity } from './process-identity.js';

export interface UnrecordedServer {
  readonly identity: ProcessIdentity;
  readonly ports: ServerPorts;
}

/**
 * A server that works on this database although nothing records it: its starter was killed before it could
 * write, or the record was lost. A second server on one database would spoil it.
 */
export async function findServerOf(database: string): Promise<UnrecordedServer | null> {
  const candidates = process.platform === 'linux' ? fromProc() : await fromPs();
  for (const { pid, argv } of candidates) {
    if (!argv.includes('start-dev') || valueOf(argv, '--db-filename') !== database) continue;
    const [grpc, ui] = [Number(valueOf(argv, '--port')), Number(valueOf(argv, '--ui-port'))];
    const identity = await identify(pid);
    if (identity !== null && grpc > 0 && ui > 0) return { identity, ports: { grpc, ui } };
  }
  return null;
}

interface Candidate {
  readonly pid: number;
  readonly argv: readonly string[];
}

function valueOf(argv: readonly string[], flag: string): string | null {
  const at = argv.indexOf(flag);
  return at === -1 ? null : (argv[at + 1] ?? null);
}

function fromProc(): readonly Candidate[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [{ pid: Number(pid), argv: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }];
    } catch {
      return [];
    }
  });
}

/** Here blanks in the database's path can't be told from blanks between arguments; such a server stays unfound. */
async function fromPs(): Promise<readonly Candidate[]> {
  const { stdout } = await execa('ps', ['-axww', '-o', 'pid=,command='], { reject: false });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(.*)$/.exec(line);
    return found?.[2] === undefined ? [] : [{ pid: Number(found[1]), argv: found[2].split(' ') }];
  });
}
