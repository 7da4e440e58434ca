import { Context } from '@temporalio/activity';
import type { LeafLabel, SetupReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import { filesIn } from '../domain/evidence/projects.js';
import { networkForSetup } from '../domain/leaf/wall-rules.js';
import type { RunScope } from '../domain/run/references.js';
import { setupEnvironment } from '../domain/setup/environment.js';
import { decidingFiles } from '../domain/setup/manifests.js';
import { setupRecipe, type SetupRecipe } from '../domain/setup/recipe.js';
import { showTestCommand } from '../domain/evidence/test-command.js';
import type { ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { hiddenFromRun } from './hidden.js';
import { folderLabel, leafIdPrefix } from './leaf-id.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import { childEnv, runProgram, visibleToolchains } from './run-program.js';
import type { Tools } from './tools.js';

/**
 * Installs the repository's dependencies once per hash of its manifests, in a clean export, into a store outside
 * every tree (design 4, Setup).
 * @throws `setup-failed` with the tail of what the command printed
 */
export async function setup(
  tools: Tools,
  input: { readonly scope: RunScope; readonly label: LeafLabel },
): Promise<SetupReport> {
  const run = await openRun(tools, input.scope);
  return installFor(tools, run, await run.repository.treeOf(run.facts.base.sha), input.label);
}

/** The store of one tree: found by the hash of what decides it, else built. */
export async function installFor(tools: Tools, run: Run, tree: string, label: LeafLabel): Promise<SetupReport> {
  const files = await run.repository.listFiles(tree);
  const recipe = await recipeOf(tools, run, tree, files);
  if (recipe === null) return { store: null, notes: [] };
  const hash = await hashOf(tools, run, tree, recipe);
  const known = await tools.stores.find(hash);
  if (known !== null) return { store: known, notes: [] };
  const name = folderLabel(label, 'setup', Context.current().info.attempt);
  const folder = await tools.folders.open(run.key, name);
  await run.repository.exportTree(tree, folder.work);
  for (const argv of recipe.commands)
    await install(tools, run, { ...folder, cwd: placeIn(folder.work, recipe.cwd) }, argv);
  const { work, home } = folder;
  const store = await tools.stores.seal(hash, { work, home, tracked: files, keeps: recipe.keeps });
  await tools.folders.discard(run.key, name);
  return { store, notes: [`setup: ${recipe.commands.map(showTestCommand).join(' && ')} (${recipe.why})`] };
}

/** With the folder its commands run in: the top, or the one project whose tests are run when the top has none. */
type PlacedRecipe = SetupRecipe & { readonly cwd: string };

async function recipeOf(tools: Tools, run: Run, tree: string, files: readonly string[]): Promise<PlacedRecipe | null> {
  const { folder = '' } = run.facts.testCommand;
  const atTop = await recipeIn(tools, run, { tree, files, folder: '' });
  return atTop !== null || folder === '' ? atTop : recipeIn(tools, run, { tree, files, folder });
}

interface Project {
  readonly tree: string;
  readonly files: readonly string[];
  readonly folder: string;
}

async function recipeIn(tools: Tools, run: Run, { tree, files, folder }: Project): Promise<PlacedRecipe | null> {
  const own = filesIn(folder, files);
  const whole = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
  const texts = new Map<string, string>();
  if (run.facts.setup.length === 0) {
    for (const path of decidingFiles(own)) {
      const text = await run.repository.readFile(tree, whole(path));
      if (text !== null) texts.set(path, text);
    }
  }
  const hasProgram = (name: string): boolean => tools.toolchains.has(name);
  const recipe = setupRecipe(run.facts.setup, { files: own, texts, hasProgram });
  return recipe === null ? null : { ...recipe, manifests: recipe.manifests.map(whole), cwd: folder };
}

/** Another Pawl may lay a store differently: raised with every change of what a store holds. */
const storeLayout = 2;

async function hashOf(tools: Tools, run: Run, tree: string, recipe: PlacedRecipe): Promise<string> {
  const [contents, versions] = await Promise.all([
    run.repository.fingerprint(tree, recipe.manifests),
    Promise.all(recipe.programs.map(async (name) => [name, await tools.toolchains.versionOf(name)])),
  ]);
  const decides = JSON.stringify([storeLayout, recipe.commands, recipe.cwd, contents, versions]);
  const { sha256 } = await tools.artifacts.put(run.key, decides);
  return sha256;
}

function placeIn(work: string, folder: string): string {
  return folder === '' ? work : `${work}/${folder}`;
}

interface InstallFolder extends WorkFolder {
  readonly cwd: string;
}

async function install(tools: Tools, run: Run, folder: InstallFolder, argv: readonly string[]): Promise<void> {
  const result = await runProgram(
    tools,
    { runKey: run.key, label: folder.label },
    Promise.resolve(specOf(tools, run, folder, argv)),
  );
  throwIfCancelled(Context.current());
  if (result.end === 'exited' && result.exitCode === 0) return;
  const how = result.end === 'exited' ? `exit code ${result.exitCode ?? '-'}` : result.end;
  const said = [result.problem ?? '', result.out.tail, result.err.tail].join('\n').trim().slice(-2_000);
  throw causeFailure('setup-failed', `${showTestCommand(argv)} failed (${how}): ${said}${absent(tools, argv)}`);
}

function absent(tools: Tools, argv: readonly string[]): string {
  const [program = ''] = argv;
  if (program.includes('/') || tools.toolchains.has(program)) return '';
  return `\n${program} is not on the PATH of this worker; install it there, or name other commands as "setup" in pawl.json.`;
}

function specOf(tools: Tools, run: Run, folder: InstallFolder, argv: readonly string[]): ProgramSpec {
  const env = childEnv(tools, folder, {
    mounts: [],
    path: [`${folder.home}/.local/bin`],
    env: { ...tools.toolchains.downloads, ...setupEnvironment(folder.home) },
  });
  return {
    id: `${leafIdPrefix(run.key)}${folder.label}`,
    argv,
    cwd: folder.cwd,
    env,
    stdin: '',
    logFolder: folder.logs,
    walls: {
      writable: [folder.work, folder.home, folder.temporary],
      readable: visibleToolchains(tools, run),
      hidden: hiddenFromRun(tools, run),
      network: networkForSetup(run.facts.walls),
    },
    limits: { wallMs: run.facts.leafTimeoutMs, idleMs: null, watched: [], graceMs: tools.host.graceMs },
  };
}
