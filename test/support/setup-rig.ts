import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDependencyStores } from '../../src/adapters/artifacts/dependency-stores.js';
import { createPrograms } from '../../src/adapters/process/programs.js';
import { createToolchains } from '../../src/adapters/toolchains/toolchains.js';
import { setupEnvironment } from '../../src/domain/setup/environment.js';
import { decidingFiles } from '../../src/domain/setup/manifests.js';
import { setupRecipe, type SetupRecipe } from '../../src/domain/setup/recipe.js';
import type { DependencyStores } from '../../src/ports/dependency-stores.js';
import type { JailKind } from '../../src/ports/jail.js';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import type { ProgramResult } from '../../src/ports/program.js';
import type { TestRunner } from '../../src/ports/test-runner.js';
import { jailOf } from '../adapters/process/support/rig.js';
import { removal } from './removal.js';

export type Files = Readonly<Record<string, string>>;

/** Setup and tests of one repository, by the adapters that a worker uses, without a server. */
export interface SetupRig {
  readonly folder: string;
  readonly stores: DependencyStores;
  recipe(files: Files): SetupRecipe | null;
  /** Runs the recipe's commands in an export of the files, jailed, and seals what they made. */
  install(files: Files, hash?: string): Promise<string>;
  /** The same by a runner of Pawl's, read as evidence is. */
  observe(files: Files, store: string, runner: TestRunner, argv: readonly string[]): Promise<TestReport>;
  /** Runs a command in a fresh export with the store, without a network. */
  run(
    files: Files,
    store: string,
    argv: readonly string[],
  ): Promise<ProgramResult & { readonly left: readonly string[] }>;
  remove(): void;
}

let serial = 0;

export function setupRig(
  kind: JailKind,
  guardPath: string,
  more: { readonly path?: string; readonly name?: string } = {},
): SetupRig {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-setup-')));
  const home = join(folder, 'pawl');
  mkdirSync(join(home, 'stores'), { recursive: true });
  const searchPath = [more.path, process.env['PATH'] ?? ''].filter(Boolean).join(':');
  const toolchains = createToolchains({ searchPath, home: homedir(), env: process.env });
  const stores = createDependencyStores({ home });
  const programs = createPrograms({ jail: jailOf(kind), nodePath: process.execPath, guardPath, pollMs: 100 });
  const lay = (files: Files): { work: string; home: string; logs: string; temporary: string } => {
    const top = join(home, 'runs', `${more.name ?? 'run'}-${(serial += 1)}`);
    const place = {
      work: join(top, 'work'),
      home: join(top, 'home'),
      logs: join(top, 'logs'),
      temporary: join(top, 'tmp'),
    };
    for (const path of Object.values(place)) mkdirSync(path, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place.work, path)), { recursive: true });
      if (text.startsWith('copy:')) cpSync(text.slice(5), join(place.work, path));
      else writeFileSync(join(place.work, path), text, { mode: 0o755 });
    }
    return place;
  };
  const recipe = (files: Files): SetupRecipe | null => {
    const texts = new Map(decidingFiles(Object.keys(files)).map((path) => [path, files[path] ?? '']));
    return setupRecipe([], { files: Object.keys(files), texts, hasProgram: (name) => toolchains.has(name) });
  };
  const start = (
    place: ReturnType<typeof lay>,
    argv: readonly string[],
    extra: {
      env: Record<string, string>;
      path: readonly string[];
      network: boolean;
      mounts: readonly { from: string; at: string }[];
    },
  ): Promise<ProgramResult> =>
    programs.run(
      {
        id: `setup-rig-${process.pid}-${(serial += 1)}`,
        argv,
        cwd: place.work,
        env: {
          ...toolchains.env,
          ...extra.env,
          HOME: place.home,
          TMPDIR: place.temporary,
          CI: 'true',
          PATH: [...extra.path, searchPath].join(':'),
        },
        stdin: '',
        logFolder: place.logs,
        walls: {
          writable: [place.work, place.home, place.temporary],
          readable: toolchains.readable,
          hidden: [home],
          network: extra.network,
          mounts: extra.mounts,
        },
        limits: { wallMs: 600_000, idleMs: null, watched: [], graceMs: 1_000 },
      },
      { signal: new AbortController().signal, onBeat: () => undefined },
    );
  return {
    folder,
    stores,
    recipe,
    install: async (files, hash = 'a'.repeat(64)) => {
      const found = recipe(files);
      if (found === null) throw new Error('nothing to install');
      const place = lay(files);
      for (const argv of found.commands) {
        const env = { ...toolchains.downloads, ...setupEnvironment(place.home) };
        const result = await start(place, argv, { env, path: [`${place.home}/.local/bin`], network: true, mounts: [] });
        if (result.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${JSON.stringify(result, null, 1)}`);
      }
      const { work, home: own } = place;
      const store = await stores.seal(hash, { work, home: own, tracked: Object.keys(files), keeps: found.keeps });
      rmSync(dirname(work), removal);
      return store;
    },
    run: async (files, store, argv) => {
      const place = lay(files);
      const shown = await stores.show(store, { work: place.work, home: place.home, network: false });
      const result = await start(place, argv, { ...shown, env: { ...shown.env }, network: false });
      const left = readdirSync(place.work, { recursive: true, encoding: 'utf8' })
        .filter((path) => !(path in files))
        .sort();
      return { ...result, left };
    },
    observe: async (files, store, runner, argv) => {
      const place = lay(files);
      const command = { runner: runner.name, argv, source: 'detected' } as const;
      const plan = runner.plan(command, place.temporary);
      const shown = await stores.show(store, { work: place.work, home: place.home, network: false });
      const extra = { ...shown, env: { ...shown.env, ...plan.env }, network: false };
      const result = await start(place, plan.argv, extra);
      return runner.read(command, place.temporary, place.work, result);
    },
    remove: () => {
      rmSync(folder, removal);
    },
  };
}

/** Is the program here? Else the test says what is not. */
export function missing(...programs: readonly string[]): string | null {
  const absent = programs.filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return absent.length === 0 ? null : `skipped: ${absent.join(', ')} not installed`;
}
