/** One file or link as it lies in a leaf's folder before the leaf starts. */
export interface LaidFile {
  readonly path: string;
  /** As git writes it; `040000` for a folder that is not looked into. */
  readonly mode: string;
  readonly bytes: number;
  /** Of its content, or of where a link leads; null when it was not read, since the tree it came from names its hash. */
  readonly sha256: string | null;
}

/** One file of a git tree. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  /** Git's own hash of the content. */
  readonly id: string;
}

export interface FolderListing {
  readonly text: string;
  readonly files: number;
  readonly bytes: number;
  readonly withheld: number;
  readonly isWhole: boolean;
}

/** Longer lists would cost megabytes for each leaf; the tree names the same files by the same hashes. */
const mostLines = 20_000;

/**
 * The list of a folder: `<mode> <bytes> blob:<git's hash>|sha256:<hash> <path>`, and `withheld - blob:<hash> <path>` for
 * what the tree has and the folder has not. By path, one line a file.
 */
export function folderListing(laid: readonly LaidFile[], tree: readonly TreeFile[]): FolderListing {
  const known = new Map(tree.map((file) => [file.path, file]));
  const present = new Set(laid.map(({ path }) => path));
  const lines = laid.map((file) => ({ path: file.path, ...lineOf(file, known.get(file.path)) }));
  const missing = tree.filter(({ path }) => !present.has(path));
  const gone = missing.map(({ path, id }) => ({
    path,
    isAsInTree: false,
    line: `withheld - blob:${id} ${shown(path)}`,
  }));
  const isWhole = lines.length + gone.length <= mostLines;
  const kept = [...lines, ...gone].filter(({ isAsInTree }) => isWhole || !isAsInTree);
  return {
    text: kept
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ line }) => `${line}\n`)
      .join(''),
    files: laid.length,
    bytes: laid.reduce((sum, { bytes }) => sum + bytes, 0),
    withheld: missing.length,
    isWhole,
  };
}

function lineOf(
  { path, mode, bytes, sha256 }: LaidFile,
  inTree: TreeFile | undefined,
): Readonly<{ line: string; isAsInTree: boolean }> {
  const isAsInTree = sha256 === null && inTree !== undefined && inTree.mode === mode;
  const hash = sha256 === null ? (inTree === undefined ? 'not-read' : `blob:${inTree.id}`) : `sha256:${sha256}`;
  return { line: `${mode} ${bytes} ${hash} ${shown(path)}`, isAsInTree };
}

/** A name with a line feed or a quote in it must not look like another line. */
function shown(path: string): string {
  return /^[^"\u0000-\u001f\u007f]+$/.test(path) ? path : JSON.stringify(path);
}
