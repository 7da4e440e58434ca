import { execFile } from 'node:child_process';
import type { Toolchains } from '../../ports/toolchains.js';
import { findProgram as onPath } from '../host/find-program.js';
import { downloadVariables } from './download-variables.js';
import { toolchainFolders } from './toolchain-folders.js';

export interface ToolchainsOptions {
  /** PATH of children. */
  readonly searchPath: string;
  /** The operator's home. */
  readonly home: string;
  /** The operator's environment, or the part of it that speaks of toolchains and downloads. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const versionMs = 10_000;

/** Finds this machine's toolchains by PATH, HOME and environment; nothing is started before a version is asked for. */
export function createToolchains(options: ToolchainsOptions): Toolchains {
  const { searchPath, home } = options;
  const { env, readable } = toolchainFolders(options);
  const find = (name: string): string | null => findProgram(searchPath, name);
  return {
    env,
    readable,
    downloads: downloadVariables(options.env),
    has: (name) => find(name) !== null,
    versionOf: async (name) => {
      const path = find(name);
      if (path === null) return 'absent';
      const said = await sayVersion(path, name, { ...env, PATH: searchPath, HOME: home });
      return said === '' ? path : said;
    },
  };
}

/** First executable of that name on a PATH-like list; null for what is no plain name. */
export function findProgram(searchPath: string, name: string): string | null {
  return /^[\w.+-]+$/.test(name) ? onPath(name, searchPath) : null;
}

/** `go` and `java` have words of their own for it. Asked from the top folder, where no repository's wishes are found. */
function sayVersion(path: string, name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const args = name === 'go' ? ['version'] : name === 'java' ? ['-version'] : ['--version'];
  const asked = [
    'node',
    'npm',
    'pnpm',
    'yarn',
    'corepack',
    'python',
    'python3',
    'uv',
    'cargo',
    'rustc',
    'go',
    'java',
    'mvn',
  ];
  // Any other program may do anything when it is asked.
  if (!asked.includes(name)) return Promise.resolve('');
  return new Promise((resolve) => {
    const child = execFile(path, args, { env: { ...env }, cwd: '/', timeout: versionMs }, (error, out, errors) => {
      resolve(error === null ? `${out}\n${errors}`.trim().slice(0, 500) : '');
    });
    child.stdin?.end();
  });
}
