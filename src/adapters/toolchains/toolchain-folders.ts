import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

interface Place {
  readonly searchPath: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ToolchainFolders {
  readonly env: Readonly<Record<string, string>>;
  readonly readable: readonly string[];
}

/** Variables that say where a toolchain is, and where it is without them, below the home. */
const places: Readonly<Record<string, string | null>> = {
  RUSTUP_HOME: '.rustup',
  PYENV_ROOT: '.pyenv',
  RBENV_ROOT: '.rbenv',
  NODENV_ROOT: '.nodenv',
  GOENV_ROOT: '.goenv',
  VOLTA_HOME: '.volta',
  NVM_DIR: '.nvm',
  ASDF_DATA_DIR: '.asdf',
  ASDF_DIR: '.asdf',
  MISE_DATA_DIR: '.local/share/mise',
  SDKMAN_DIR: '.sdkman',
  UV_PYTHON_INSTALL_DIR: '.local/share/uv/python',
  GOROOT: null,
  JAVA_HOME: null,
  MAVEN_HOME: null,
  M2_HOME: null,
  FNM_DIR: null,
};

/** Folders of the system's own, readable in every jail. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store'];

const tools = [
  ...['node', 'npm', 'pnpm', 'yarn', 'corepack', 'python3', 'python', 'pip', 'uv'],
  ...['cargo', 'rustc', 'go', 'java', 'javac', 'mvn'],
];

/**
 * Where the toolchains that PATH leads to really are. A child has a HOME of its own, so a shim that looks below HOME
 * needs a variable; and a jail that replaces `/tmp` or hides `~/.config` needs to know what to leave visible.
 */
export function toolchainFolders(place: Place): ToolchainFolders {
  const { searchPath, home, env } = place;
  const found = Object.entries(places).flatMap(([name, usual]) => {
    const path = env[name] ?? (usual === null ? undefined : join(home, usual));
    return path !== undefined && isAbsolute(path) && isFolder(path) ? [{ name, path }] : [];
  });
  const folders = searchPath.split(':').filter((folder) => isAbsolute(folder) && isFolder(folder));
  const programs = folders.flatMap((folder) => tools.flatMap((tool) => real(join(folder, tool)) ?? []));
  const roots = [...found.map(({ path }) => path), ...folders, ...programs.map(rootOf)];
  const readable = roots.flatMap((path) => real(path) ?? []).filter((path) => isFolder(path) && !isWide(path, home));
  return {
    env: Object.fromEntries(found.map(({ name, path }) => [name, path])),
    readable: topmost([...new Set(readable)]),
  };
}

/** `<root>/bin/node` needs `<root>/lib`, too. */
function rootOf(program: string): string {
  const folder = dirname(program);
  return basename(folder) === 'bin' ? dirname(folder) : folder;
}

/** Folders that hold other things than a toolchain: the home and what is above it, shared places, the system's own. */
function isWide(path: string, home: string): boolean {
  const owner = real(home) ?? home;
  const shared = [
    '/',
    '/tmp',
    '/var/tmp',
    '/run',
    '/opt',
    '/home',
    ...['.local', '.config', '.cache'].map((name) => join(owner, name)),
  ];
  if (shared.includes(path) || owner === path || owner.startsWith(`${path}/`)) return true;
  return system.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function topmost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).sort();
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
