/** Files that decide which dependencies are installed, by name, wherever they lie: workspaces have nested ones. */
const names: ReadonlySet<string> = new Set([
  'pawl.json',
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', '.npmrc', '.node-version', '.nvmrc'],
  ...['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'yarn.lock', '.yarnrc', '.yarnrc.yml'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'uv.lock', 'uv.toml', '.python-version', '.tool-versions'],
  ...['Cargo.toml', 'Cargo.lock', 'rust-toolchain', 'rust-toolchain.toml'],
  ...['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
  ...['pom.xml', 'mvnw', 'maven-wrapper.properties', 'maven.config', 'extensions.xml', 'jvm.config'],
]);

const patterns = [
  /(?:^|\/)[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/,
  /(?:^|\/)(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/,
  /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
  /(?:^|\/)\.yarn\/(?:patches|plugins|releases)\//,
  /(?:^|\/)patches\/[^/]+\.patch$/,
];

/** Is the file's content part of what a setup installs? */
export function isManifest(path: string): boolean {
  return names.has(path.slice(path.lastIndexOf('/') + 1)) || patterns.some((pattern) => pattern.test(path));
}

/** The files whose texts a detection reads: the top's alone, since that is where the test command runs. */
export function decidingFiles(files: readonly string[]): readonly string[] {
  return files.filter((path) => isManifest(path) && (!path.includes('/') || /^requirements\/[^/]+$/.test(path)));
}
