/** Where package managers keep what they fetched, below HOME: kept in the store, and shown at the same place of every HOME. */
export const cachesInHome = [
  '.cargo/registry',
  '.cargo/git',
  'go/pkg/mod',
  '.cache/go-build',
  '.m2/repository',
  '.m2/wrapper',
  '.cache/node/corepack',
  '.local/bin',
] as const;

type Variables = Readonly<Record<string, string>>;

/** What a setup's commands get beside the environment of every child: everything below HOME or in the tree, nothing linked to a place that goes away. */
export function setupEnvironment(home: string): Variables {
  return {
    ...javaHome(home),
    // A cache that is write-protected can't be thrown away.
    GOFLAGS: '-modcacherw',
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    YARN_ENABLE_TELEMETRY: '0',
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    // The newest version is no version that anybody chose: without a wish, the one that corepack itself knows.
    COREPACK_USE_LATEST: '0',
    UV_PROJECT_ENVIRONMENT: '.venv',
    UV_LINK_MODE: 'copy',
    UV_PYTHON_DOWNLOADS: 'never',
    // Hook managers would look for a `.git` that an export does not have.
    HUSKY: '0',
  };
}

/** What a store holds, for the environment of the programs that see it. Paths are absolute, as the program sees them. */
export interface Installed {
  readonly home: string;
  readonly venvs: readonly string[];
  /** `node_modules/.bin` and its kin. */
  readonly binFolders: readonly string[];
  readonly caches: readonly string[];
}

/** Variables for a program that sees the store; without a network, the managers are told not to ask for one. */
export function installedEnvironment(installed: Installed, network: boolean): Variables {
  const { home, venvs, caches } = installed;
  const has = (prefix: string): boolean => caches.some((path) => path.startsWith(prefix));
  return {
    // `uv run` would bring the environment up to date, which can't be written to; byte code would change the store.
    ...(venvs.length > 0 ? { PYTHONDONTWRITEBYTECODE: '1', UV_NO_SYNC: '1', UV_PYTHON_DOWNLOADS: 'never' } : {}),
    ...(has('.m2/') ? javaHome(home) : {}),
    ...(has('.cache/node/') ? { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', COREPACK_USE_LATEST: '0' } : {}),
    ...(network ? {} : offline),
  };
}

/** Folders that lead the PATH, first the strongest. */
export function installedPath({ home, venvs, binFolders, caches }: Installed): readonly string[] {
  const own = caches.includes('.local/bin') ? [`${home}/.local/bin`] : [];
  return [...venvs.map((venv) => `${venv}/bin`), ...binFolders, ...own];
}

const offline: Variables = {
  CARGO_NET_OFFLINE: 'true',
  GOPROXY: 'off',
  GOFLAGS: '-buildvcs=false',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  COREPACK_ENABLE_NETWORK: '0',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  UV_OFFLINE: '1',
};

/** Java takes the home of the password file for its own, whatever HOME says. */
function javaHome(home: string): Variables {
  return { MAVEN_OPTS: `-Duser.home=${home}`, MAVEN_USER_HOME: `${home}/.m2` };
}

/** For `~/.m2/settings.xml`: Maven before 3.9 takes "offline" from no variable. */
export const mavenOffline = '<settings><offline>true</offline></settings>\n';
