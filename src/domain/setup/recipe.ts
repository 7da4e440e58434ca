import { cargoPart, goPart, mavenPart } from './compiled.js';
import { isManifest } from './manifests.js';
import { nodePart } from './node.js';
import { pythonPart } from './python.js';
import type { SetupSources } from './sources.js';

/** How a repository's dependencies are installed, and what decides whether that has to be done again. */
export interface SetupRecipe {
  readonly commands: readonly (readonly string[])[];
  /** Repository-relative files whose content is part of the store's hash. */
  readonly manifests: readonly string[];
  readonly programs: readonly string[];
  /** Names of the folders and files that are kept in the store, wherever in the tree they lie; null: all that was made. */
  readonly keeps: readonly string[] | null;
  readonly why: string;
}

/** What package managers make inside a tree. What their scripts build beside it comes from sources and would grow stale. */
const installed = ['node_modules', '.venv', '.pnp.cjs', '.pnp.loader.mjs', '.yarn'];

/** Programs whose version counts where pawl.json names the commands: any of them may be what runs. */
const anyProgram = ['node', 'npm', 'python3'];

/**
 * The setup of a tree: pawl.json's commands, else those of every package manager whose files lie at its top. Null
 * when there is nothing to install.
 */
export function setupRecipe(fromPawlJson: readonly (readonly string[])[], sources: SetupSources): SetupRecipe | null {
  if (fromPawlJson.length > 0) {
    // A script that a command names decides what is installed as much as a manifest does.
    const named = new Set(fromPawlJson.flat().map((word) => word.replace(/^\.\//, '')));
    const manifests = sources.files.filter((path) => named.has(path) || isManifest(path));
    const programs = [...new Set([...fromPawlJson.flatMap((argv) => argv.slice(0, 1)), ...anyProgram])];
    return { commands: fromPawlJson, manifests, programs, keeps: null, why: 'named in pawl.json' };
  }
  const detected = [nodePart, pythonPart, cargoPart, goPart, mavenPart].flatMap((part) => part(sources) ?? []);
  if (detected.length === 0) return null;
  return {
    commands: detected.flatMap((part) => part.commands),
    manifests: sources.files.filter(isManifest),
    programs: [...new Set(detected.flatMap((part) => part.programs))],
    keeps: installed,
    why: detected.map((part) => part.why).join('; '),
  };
}
