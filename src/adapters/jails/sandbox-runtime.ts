import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Jail, JailCommand } from '../../ports/jail.js';
import type { Walls } from '../../ports/program.js';
import { isProgram } from '../host/find-program.js';
import { operatorSecrets, toolsAmongSecrets } from './operator-secrets.js';
import { probeSandboxRuntime, sandboxMissing } from './probe-sandbox-runtime.js';

export interface SandboxRuntimeOptions {
  /** Absolute path of `srt`, of the npm package @anthropic-ai/sandbox-runtime; null when there is none. */
  readonly srtPath: string | null;
  /** The operator's home: keys and logins in it are hidden. */
  readonly home: string;
  /** What a program with network reaches; nothing else. */
  readonly allowHosts: readonly string[];
  /** PATH with which it is tried out. */
  readonly searchPath: string;
}

/** Folders that other processes of this machine share; each program gets empty ones. */
const shared = ['/tmp', '/var/tmp', '/run'];

/**
 * Its settings come by the environment: an argument list is open to all of this machine. Written where the program's own
 * temporary files go, they are read once, before it starts.
 */
const outer =
  'settings=$(mktemp "$TMPDIR/settings-XXXXXX") && printf %s "$PAWL_SANDBOX" >"$settings" && unset PAWL_SANDBOX && exec "$@"';

/** It names a TMPDIR of its own, and a proxy even where there is no network; what a program was given counts. */
const inner = [
  'TMPDIR=$PAWL_TMPDIR; export TMPDIR;',
  'if [ "$PAWL_OFFLINE" = 1 ]; then for name in $(env | sed -n "s/^\\([A-Za-z_]*\\(proxy\\|PROXY\\)[A-Za-z_]*\\)=.*/\\1/p"); do unset "$name"; done;',
  'unset JAVA_TOOL_OPTIONS GIT_SSH_COMMAND GIT_CONFIG_PARAMETERS; fi;',
  'unset PAWL_TMPDIR PAWL_OFFLINE; exec "$@"',
].join(' ');

/**
 * Walls by `@anthropic-ai/sandbox-runtime`, an optional program of the operator's: own processes, no network but a list
 * of hosts by a proxy, the disk read-only but for what the walls name. It shows no mounts: links stand in for them.
 */
export function createSandboxRuntime(options: SandboxRuntimeOptions): Jail {
  const { srtPath, allowHosts, searchPath } = options;
  const wrap = (command: JailCommand, walls: Walls): JailCommand => {
    if (srtPath === null) throw new Error(sandboxMissing);
    const program = realpathSync(srtPath);
    const start = program.endsWith('.js') ? [process.execPath, program] : [program];
    const cwd = realpathSync(command.cwd);
    const temporary = command.env['TMPDIR'] ?? '/tmp';
    const settings = settingsFor(options, program, walls, command.env['PATH'] ?? '');
    const run = [...start, '--settings'].map(quoted).join(' ');
    return {
      argv: [
        ...['/bin/sh', '-c', outer.replace('exec "$@"', `exec ${run} "$settings" -- "$@"`)],
        ...['pawl', '/bin/sh', '-c', inner, 'pawl', ...command.argv],
      ],
      cwd,
      env: {
        ...command.env,
        TMPDIR: temporary,
        PAWL_SANDBOX: JSON.stringify(settings),
        PAWL_TMPDIR: temporary,
        PAWL_OFFLINE: walls.network ? '0' : '1',
      },
    };
  };
  return {
    kind: 'sandbox-runtime',
    limits: [
      'files outside the workspace can be read (not written), except hidden ones such as keys and logins',
      allowHosts.length === 0
        ? 'no host is allowed ("sandboxRuntime.allowHosts"): a leaf with network reaches nothing, its model included'
        : `a leaf with network reaches ${allowHosts.join(', ')} by a proxy, whatever is sent there`,
      'a program can open no Unix socket, and can write neither shell profiles nor settings of editors and git in its workspace',
      'a sandbox that can not be made looks like a program that failed',
      'memory, CPU time and the number of processes are not limited by it',
    ],
    probe: () => probeSandboxRuntime(srtPath, wrap, searchPath),
    wrap,
  };
}

function settingsFor(
  { home, allowHosts }: SandboxRuntimeOptions,
  program: string,
  walls: Walls,
  searchPath: string,
): Readonly<Record<string, unknown>> {
  const secrets = operatorSecrets(home);
  const writable = walls.writable.map((path) => writableAt(path));
  const mounts = (walls.mounts ?? []).map(({ from }) => from);
  const readable = [...walls.readable, ...mounts, ...toolsAmongSecrets(searchPath, secrets), packageOf(program)];
  return {
    network: { allowedDomains: walls.network ? allowHosts : [], deniedDomains: [] },
    filesystem: {
      denyRead: [...shared, ...secrets, ...walls.hidden].flatMap(realPath),
      allowRead: [...readable.flatMap(realPath), ...writable],
      allowWrite: writable,
      denyWrite: [],
    },
  };
}

/** Its own helpers must stay readable: they are started inside. */
function packageOf(program: string): string {
  return program.endsWith('/dist/cli.js') ? dirname(dirname(program)) : dirname(program);
}

/** What is not there needs no wall and no door. */
function realPath(path: string): readonly string[] {
  if (!isAbsolute(path)) throw new Error(`a wall needs an absolute path: ${path}`);
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function writableAt(path: string): string {
  const [real] = realPath(path);
  if (real === undefined) throw new Error(`no such folder to make writable: ${path}`);
  if (real === '/') throw new Error(`the whole disk can't be writable: ${path}`);
  return real;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** First `srt` in a PATH-like list. */
export function findSandboxRuntime(searchPath: string): string | null {
  return (
    searchPath
      .split(':')
      .filter(isAbsolute)
      .map((folder) => join(folder, 'srt'))
      .find(isProgram) ?? null
  );
}
