import type { LeafManifest, ManifestFolder } from '../../domain/leaf/manifest.js';
import type { LeafLog, RunLogs } from '../../local/leaf-logs.js';
import type { ReadManifest } from '../../local/leaf-manifest.js';
import type { Paint } from '../render/colour.js';
import { leafHead, rawLine, size } from '../render/logs.js';
import type { Printer } from './print.js';

export interface ShownManifest extends ReadManifest {
  readonly label: string;
  /** What the history says of the same leaf: its hash; null when it names none, undefined when nobody could ask. */
  readonly inHistory?: string | null;
}

/** By leaf, what its manifest's hash is by the history; null where no server was asked. */
export type HistoryHashes = ReadonlyMap<string, string> | null;

export async function manifestOf(logs: RunLogs, leaf: LeafLog, hashes: HistoryHashes): Promise<ShownManifest> {
  const { readManifest } = await import('../../local/leaf-manifest.js');
  const read = await readManifest(logs.folder, leaf.label, leaf.manifest);
  if (hashes === null) return { label: leaf.label, ...read };
  const inHistory = hashes.get(leaf.label) ?? null;
  // A leaf under way, or one whose worker died, has left nothing in the history yet.
  const differs = inHistory !== null && inHistory !== read.sha256;
  const fault = `the history names another manifest: ${inHistory ?? ''}`;
  return { label: leaf.label, ...read, inHistory, faults: differs ? [...read.faults, fault] : read.faults };
}

export function printManifest({ io, paint }: Printer, leaf: LeafLog, shown: ShownManifest): void {
  io.data(leafHead(leaf, paint));
  io.data(
    [...verdictLines(shown, paint), ...(shown.manifest === null ? [] : inputLines(shown.manifest, shown.lists))].join(
      '\n',
    ),
  );
}

function verdictLines({ sha256, faults, inHistory }: ShownManifest, paint: Paint): readonly string[] {
  if (faults.length > 0) return faults.map((fault) => paint.bad(`ALTERED OR MISSING: ${oneLine(fault)}`));
  const where =
    inHistory === undefined
      ? '; the history was not asked'
      : inHistory === null
        ? '; the history does not name it yet'
        : ', as in the history';
  return [`manifest   ${sha256 ?? ''}`, paint.good(`every hash holds${where}`)];
}

function inputLines(manifest: LeafManifest, lists: ReadManifest['lists']): readonly string[] {
  const { prompt, schema, command, environment, sources, walls } = manifest;
  return [
    `prompt     ${prompt.sha256} ${size(prompt.bytes)} (--prompt shows it)`,
    `schema     ${schema.sha256} ${size(schema.bytes)}`,
    `command    ${command.sha256} ${oneLine(command.program)} …`,
    ...Object.entries(sources).map(([name, hash]) => `made from  ${oneLine(`${name} ${hash}`)}`),
    `jail       ${oneLine(manifest.jail)}; network ${manifest.network ? 'on' : 'off'}`,
    `names of its environment: ${oneLine(environment.join(' '))}`,
    ...wall('may write', walls.writable),
    ...wall('may read', walls.readable),
    ...wall('hidden', walls.hidden),
    ...walls.mounts.map(({ from, at }) => `installed  ${oneLine(`${at} from ${from}`)}`),
    ...manifest.folders.flatMap((folder) => folderLines(folder, lists[folder.place] ?? null)),
  ];
}

function wall(title: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${title.padEnd(10)} ${oneLine(path)}`);
}

function folderLines(folder: ManifestFolder, list: string | null): readonly string[] {
  const { place, tree, files, bytes, withheld, isWhole } = folder;
  const from = tree === null ? '' : ` of tree ${tree}`;
  const rest = isWhole ? '' : '; only what differs from the tree is listed';
  const head = `${place}: ${files} files, ${size(bytes)}${from}; ${withheld} withheld${rest} (list ${folder.list.sha256})`;
  const lines = (list ?? '').split('\n').filter((line) => line !== '');
  return [head, ...lines.map((line) => `  ${rawLine(line)}`)];
}

/** A path or a list of names on one line; longer than most, and cut late. */
function oneLine(text: string): string {
  return rawLine(text.replace(/[\r\n]+/g, ' '));
}
