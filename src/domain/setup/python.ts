import type { SetupPart, SetupSources } from './sources.js';
import { tomlTable } from './toml-table.js';

/** Extras and groups that projects use for what their tests need. */
const forTests: ReadonlySet<string> = new Set(['test', 'tests', 'testing', 'dev', 'develop', 'development']);

const venv = '.venv';
const python = `${venv}/bin/python`;

/** uv (uv.lock), else pip into a virtual environment in the tree: requirements files, or what pyproject.toml lists. */
export function pythonPart(sources: SetupSources): SetupPart | null {
  const { texts } = sources;
  const project = texts.get('pyproject.toml');
  if (texts.has('uv.lock') && project !== undefined) return uvPart(project);
  const requirements = requirementFiles(sources);
  if (requirements.length > 0) {
    const named = requirements.flatMap((path) => ['-r', path]);
    return pipPart(
      sources,
      [pip(named)],
      `${requirements.join(', ')} list${requirements.length === 1 ? 's' : ''} packages`,
    );
  }
  return project === undefined ? null : projectPart(sources, project);
}

function uvPart(project: string): SetupPart {
  const extras = testExtras(project).flatMap((name) => ['--extra', name]);
  const command = ['uv', 'sync', '--frozen', '--no-progress', ...extras];
  return { commands: [command], programs: ['uv', 'python3'], why: 'uv.lock is there' };
}

/** A pyproject.toml that only configures tools has nothing to install. */
function projectPart(sources: SetupSources, project: string): SetupPart | null {
  const extras = testExtras(project);
  const groups = tomlTable(project, 'dependency-groups').keys.filter((name) => forTests.has(name));
  const hasProject = tomlTable(project, 'project').lists('dependencies') || extras.length > 0;
  if (!hasProject && groups.length === 0) return null;
  const extra = extras.length === 0 ? '.' : `.[${extras.join(',')}]`;
  // An editable install reads the tree's own sources, not a copy of the base's.
  const own = hasProject ? ['--config-settings', 'editable_mode=compat', '-e', extra] : [];
  const commands =
    groups.length === 0
      ? [pip(own)]
      : [pip(['--upgrade', 'pip>=25.1']), pip([...own, ...groups.flatMap((name) => ['--group', name])])];
  return pipPart(sources, commands, 'pyproject.toml lists packages');
}

function pipPart(sources: SetupSources, installs: SetupPart['commands'], why: string): SetupPart {
  const program = sources.hasProgram('python3') || !sources.hasProgram('python') ? 'python3' : 'python';
  // A repository that leaves its test runner to the machine still finds the machine's.
  const brings = [...sources.texts].some(([path, text]) => isPython(path) && /\bpytest\b/i.test(text));
  const create = [program, '-m', 'venv', ...(brings ? [] : ['--system-site-packages']), venv];
  return { commands: [create, ...installs], programs: [program], why };
}

function pip(rest: readonly string[]): readonly string[] {
  const quiet = ['--disable-pip-version-check', '--no-input', '--quiet'];
  return [python, '-m', 'pip', 'install', ...quiet, ...rest];
}

/** requirements.txt first, then those for development and tests. */
function requirementFiles({ texts }: SetupSources): readonly string[] {
  const known = [
    /^requirements\.txt$/,
    /^requirements[-_.](?:tests?|testing|dev|develop|development)\.txt$/,
    /^(?:tests?|testing|dev)[-_.]requirements\.txt$/,
    /^requirements\/(?:base|main|common|tests?|testing|dev|develop|development)\.txt$/,
  ];
  return known.flatMap((pattern) =>
    [...texts.keys()].filter((path) => pattern.test(path) && namesPackage(texts.get(path))),
  );
}

function namesPackage(text = ''): boolean {
  return text.split('\n').some((line) => /^\s*[^#\s]/.test(line));
}

function testExtras(project: string): readonly string[] {
  return tomlTable(project, 'project.optional-dependencies').keys.filter((name) => forTests.has(name));
}

function isPython(path: string): boolean {
  return path.endsWith('.txt') || path === 'pyproject.toml';
}
