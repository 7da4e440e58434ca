import type { SetupPart, SetupSources } from './sources.js';

const npmOptions = ['--no-audit', '--no-fund', '--loglevel=error'];

/** npm, pnpm and yarn (classic and berry): package.json's `packageManager` decides, else the lockfile that is there. */
export function nodePart(sources: SetupSources): SetupPart | null {
  const text = sources.texts.get('package.json');
  if (text === undefined) return null;
  const manager = managerOf(sources, text);
  const lockfile = manager === null ? undefined : lockfilesOf[manager].find((name) => sources.texts.has(name));
  if (manager === null) return null;
  if (lockfile === undefined) return needsPackages(text) ? withoutLockfile(manager, sources) : null;
  if (!listsPackages(manager, sources.texts.get(lockfile) ?? '')) return null;
  return partOf(manager, sources, {
    commands: [frozen[manager]],
    why: `${lockfile} lists packages`,
  });
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'berry';

const lockfilesOf: Record<Manager, readonly string[]> = {
  npm: ['npm-shrinkwrap.json', 'package-lock.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  berry: ['yarn.lock'],
};

// Copies: a hard link into a cache that goes away, or is shared, would change what the store's files are.
const frozen: Record<Manager, readonly string[]> = {
  npm: ['npm', 'ci', ...npmOptions],
  pnpm: ['pnpm', 'install', '--frozen-lockfile', '--package-import-method=copy', '--reporter=append-only'],
  yarn: ['yarn', 'install', '--frozen-lockfile', '--non-interactive', '--no-progress'],
  berry: ['yarn', 'install', '--immutable'],
};

const unlocked: Record<Manager, readonly string[]> = {
  npm: ['npm', 'install', '--no-package-lock', ...npmOptions],
  pnpm: ['pnpm', 'install', '--no-lockfile', '--package-import-method=copy', '--reporter=append-only'],
  yarn: ['yarn', 'install', '--no-lockfile', '--non-interactive', '--no-progress'],
  berry: ['yarn', 'install', '--no-immutable'],
};

function withoutLockfile(manager: Manager, sources: SetupSources): SetupPart {
  const why = 'package.json lists packages; without a lockfile their versions are those of the day';
  return partOf(manager, sources, { commands: [unlocked[manager]], why });
}

function managerOf({ texts, files }: SetupSources, packageJson: string): Manager | null {
  const wish = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(stringAt(parse(packageJson), 'packageManager') ?? '');
  const berry = texts.has('.yarnrc.yml') || /^__metadata:/m.test(texts.get('yarn.lock') ?? '');
  const [, wanted, major] = wish ?? [];
  if (wanted === 'npm' || wanted === 'pnpm') return wanted;
  if (wanted === 'yarn') return Number(major) >= 2 ? 'berry' : 'yarn';
  if (wanted !== undefined) return null;
  if (texts.has('pnpm-lock.yaml')) return 'pnpm';
  if (texts.has('yarn.lock')) return berry ? 'berry' : 'yarn';
  const foreign = ['bun.lock', 'bun.lockb'].some((name) => files.includes(name));
  return foreign && !lockfilesOf.npm.some((name) => texts.has(name)) ? null : 'npm';
}

/** Where the manager itself comes from: the repository's own yarn, this machine, or corepack. */
function partOf(
  manager: Manager,
  { texts, files, hasProgram }: SetupSources,
  { commands, why }: Pick<SetupPart, 'commands' | 'why'>,
): SetupPart {
  if (manager === 'npm') return { commands, programs: ['node', 'npm'], why };
  const program = manager === 'pnpm' ? 'pnpm' : 'yarn';
  const own = /^yarnPath:\s*["']?([^"'\s#]+)/m.exec(texts.get('.yarnrc.yml') ?? '')?.[1];
  if (manager === 'berry' && own !== undefined && files.includes(own)) {
    const [, ...rest] = commands[0] ?? [];
    return { commands: [['node', own, ...rest]], programs: ['node'], why };
  }
  // A yarn that was installed by itself is the classic one; only corepack brings the one that packageManager names.
  const wanted = manager === 'berry' ? 'corepack' : program;
  if (hasProgram(wanted) === (wanted === program) || !hasProgram('corepack')) {
    return { commands, programs: ['node', program], why };
  }
  return {
    commands: [corepack(program), ...commands],
    programs: ['node', 'corepack'],
    why: `${why}; ${program} by corepack`,
  };
}

/** `~/.local/bin` of the setup is kept and leads the PATH, so that tests find the same manager. */
function corepack(program: string): readonly string[] {
  const line = `mkdir -p "$HOME/.local/bin" && corepack enable --install-directory "$HOME/.local/bin" ${program}`;
  return ['sh', '-c', line];
}

/** A lockfile of a package without dependencies lists none. One that can't be read is left to its manager, which says what is wrong. */
function listsPackages(manager: Manager, lockfile: string): boolean {
  if (manager === 'pnpm') return /^\s+(?:specifier|resolution):/m.test(lockfile);
  // Both generations: a classic lockfile is what berry starts from.
  if (manager !== 'npm')
    return /^\s+(?:version "|linkType: hard)/m.test(lockfile) || /@workspace:(?!\.")/.test(lockfile);
  const parsed = parse(lockfile);
  if (typeof parsed !== 'object' || parsed === null) return true;
  if (!('packages' in parsed)) return true;
  const { packages } = parsed;
  return typeof packages === 'object' && packages !== null && Object.keys(packages).some((key) => key !== '');
}

function needsPackages(packageJson: string): boolean {
  const parsed = parse(packageJson);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'workspaces'].some((key) => {
    const value = fieldOf(parsed, key);
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  });
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function stringAt(value: unknown, key: string): string | null {
  const found = fieldOf(value, key);
  return typeof found === 'string' ? found : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
