/**
 * Some CLIs take their settings from files alone. A plan starts and writes nothing, so a shell lays them in the leaf's own
 * home and lets the CLI take its place. The texts come by the environment, which no other process shows (T2).
 */
export function layingFiles(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
  /** Shell code that comes first, and may end it all. */
  first = '',
): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const entries = Object.entries(files).map(([path, text], index) => ({ path, text, name: `PAWL_FILE_${index}` }));
  const lines = entries.map(
    ({ path, name }) => `mkdir -p ${quoted(folderOf(path))} && printf %s "$${name}" >${quoted(path)}`,
  );
  const names = entries.map(({ name }) => name).join(' ');
  return {
    // Only these files are for nobody else's eyes; what the leaf writes in its workspace is as open as ever.
    argv: [
      '/bin/sh',
      '-c',
      `${first}(umask 077 && ${lines.join(' && ')}) && unset ${names} && exec "$0" "$@"`,
      ...argv,
    ],
    env: Object.fromEntries(entries.map(({ name, text }) => [name, text])),
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
