import { folderListing, type TreeFile } from '../domain/leaf/manifest-list.js';
import type { LeafManifest, ManifestFolder, ManifestPlace } from '../domain/leaf/manifest.js';
import type { ArtifactRef } from '../domain/run/references.js';
import type { ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

/** The git trees that a leaf's folder, and the one beside it, are laid from. */
export interface LaidTrees {
  readonly work: string;
  readonly base?: string;
}

/** The same, with what git says lies in them. */
export interface TreeLists {
  readonly work: TreeList;
  readonly base: TreeList;
}

interface TreeList {
  readonly tree: string | null;
  readonly files: readonly TreeFile[];
}

/** Needs nothing of the folder: read while it is laid. */
export async function treeLists({ repository }: Run, trees: LaidTrees): Promise<TreeLists> {
  const listOf = async (tree: string | undefined): Promise<TreeList> =>
    tree === undefined ? { tree: null, files: [] } : { tree, files: await repository.treeFiles(tree) };
  const [work, base] = await Promise.all([listOf(trees.work), listOf(trees.base)]);
  return { work, base };
}

export interface Launch {
  readonly facts: Pick<LeafManifest, 'leaf' | 'role' | 'phase' | 'step' | 'attempt' | 'agent' | 'tier' | 'sources'>;
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly folder: WorkFolder;
  readonly trees: TreeLists;
  readonly spec: ProgramSpec;
}

/** The guard adds it to each child's environment. */
const ownVariable = 'LEAF_ID';

/**
 * Lists every input of a leaf by hash, once its folder is laid and before it starts; the hash of the list is what events,
 * verdict and history name (D10, T12, design 6).
 */
export async function storeManifest(tools: Tools, run: Run, launch: Launch): Promise<ArtifactRef> {
  const { facts, folder, trees, spec } = launch;
  const put = (text: string): Promise<ArtifactRef> => tools.artifacts.put(run.key, text);
  const none: TreeList = { tree: null, files: [] };
  const list = (place: ManifestPlace, tree: TreeList): Promise<ManifestFolder> =>
    listFolder(tools, run, { place, path: folder[place], tree });
  const [prompt, schema, command, ...folders] = await Promise.all([
    put(launch.prompt),
    put(JSON.stringify(launch.schema)),
    put(JSON.stringify(spec.argv)),
    list('work', trees.work),
    list('base', trees.base),
    list('home', none),
    list('temporary', none),
  ]);
  const { writable, readable, hidden, network, mounts = [] } = spec.walls;
  const manifest: LeafManifest = {
    version: 1,
    ...facts,
    prompt,
    schema,
    command: { ...command, program: spec.argv[0] ?? '' },
    environment: [...Object.keys(spec.env), ownVariable].sort(),
    folders: folders.filter(({ files, tree }) => files > 0 || tree !== null),
    jail: tools.jail.kind,
    network,
    walls: {
      ...{ writable: [...writable], readable: [...readable], hidden: [...hidden] },
      mounts: mounts.map(({ from, at }) => ({ from, at })),
    },
  };
  return put(JSON.stringify(manifest, null, 1));
}

interface FolderToList {
  readonly place: ManifestPlace;
  readonly path: string;
  readonly tree: TreeList;
}

async function listFolder(tools: Tools, run: Run, { place, path, tree }: FolderToList): Promise<ManifestFolder> {
  const laid = await tools.folders.laid(path, new Set(tree.files.map((file) => file.path)));
  const { text, ...counts } = folderListing(laid, tree.files);
  return { place, tree: tree.tree, ...counts, list: await tools.artifacts.put(run.key, text) };
}
