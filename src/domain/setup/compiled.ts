import type { SetupPart, SetupSources } from './sources.js';

/** `cargo fetch`, where the lockfile names a package that comes from elsewhere. */
export function cargoPart({ texts }: SetupSources): SetupPart | null {
  const manifest = texts.get('Cargo.toml');
  if (manifest === undefined) return null;
  const lockfile = texts.get('Cargo.lock');
  const programs = ['cargo', 'rustc'];
  if (lockfile !== undefined) {
    if (!/^source = /m.test(lockfile)) return null;
    return { commands: [['cargo', 'fetch', '--locked', '--quiet']], programs, why: 'Cargo.lock lists packages' };
  }
  if (!/^\s*\[(?:[\w.'"()-]+\.)?(?:dev-|build-)?dependencies\b/m.test(manifest)) return null;
  const why = 'Cargo.toml lists packages; without a lockfile their versions are those of the day';
  return { commands: [['cargo', 'fetch', '--quiet']], programs, why };
}

/**
 * `go mod download`, where go.mod requires something that is not vendored, and always a build of the tests that are there:
 * without its cache each test run would compile the standard library first. Whether they build is for the baseline to say.
 */
export function goPart({ texts, files }: SetupSources): SetupPart | null {
  const module = texts.get('go.mod');
  const workspace = texts.has('go.work');
  if (module === undefined && !workspace) return null;
  if (files.includes('vendor/modules.txt')) return null;
  const requires = workspace || /^\s*require\b/m.test(module ?? '');
  const build = ['sh', '-c', 'go test -exec true ./... >/dev/null 2>&1 || true'];
  if (!requires)
    return { commands: [build], programs: ['go'], why: 'go.mod is there: what tests stand on is compiled once' };
  const why = workspace ? 'go.work joins modules' : 'go.mod requires modules';
  return { commands: [['go', 'mod', 'download'], build], programs: ['go'], why };
}

/**
 * Maven, by the repository's own wrapper when there is one. `dependency:go-offline` leaves out what a plugin finds out
 * only when it runs, such as surefire's provider: a test run whose Java says its version in place of running anything
 * brings that, too.
 */
export function mavenPart({ texts, files }: SetupSources): SetupPart | null {
  const pom = texts.get('pom.xml');
  if (pom === undefined) return null;
  const wrapper = files.includes('mvnw');
  // `sh`: the wrapper is often committed without the right to be executed.
  const maven = [...(wrapper ? ['sh', './mvnw'] : ['mvn']), '-B', '-q', '-ntp'];
  // Modules that need each other can't be resolved before they are built.
  const fetched = pom.includes('<modules>') ? 'test-compile' : 'dependency:go-offline';
  return {
    commands: [
      [...maven, fetched],
      [...maven, '--fail-never', '-DargLine=-version', 'test'],
    ],
    programs: wrapper ? ['java'] : ['mvn', 'java'],
    why: 'pom.xml is there',
  };
}
