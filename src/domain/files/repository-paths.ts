import { isAgentConfig } from './agent-config.js';
import { plainName } from './plain-name.js';

/**
 * Repository-relative POSIX paths as other people write them: which ones can be named in a plan at all, and
 * which ones a leaf may never touch (T9, T10).
 */

/** Why a path can't stand in a plan, or null. Written for the planner leaf and for people. */
export function pathProblem(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.length > 400) return 'is longer than 400 characters';
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path)) return 'holds a control character';
  if (/\p{Surrogate}/u.test(path)) return 'is not valid Unicode';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~')) {
    return 'is absolute; name it from the top of the repository';
  }
  if (path.includes('\\')) return 'holds a backslash; separate folders with "/"';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leads out of the repository or back ("..")';
  if (segments.includes('') || segments.includes('.')) return 'has an empty or "." part, or ends with "/"';
  return null;
}

/** Why nobody but Pawl and people may change this path, planned or not; null for all others. */
export function ownedByPawl(path: string): string | null {
  const segments = path.split('/').map(plainName);
  const last = segments.at(-1) ?? '';
  if (segments.includes('.git')) return 'is part of a git directory';
  if (segments[0] === '.tdd') return 'is part of the ledger and the state folder, which only Pawl writes';
  if (last === '.current-gear') return 'is the gear file; people shift gears';
  if (last === 'ralph_stop') return 'is the stop file; people stop runs';
  return null;
}

/** One key for paths that a file system may take for the same file: NFC and lower case. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

interface Protected {
  readonly what: string;
  readonly fits: (path: string, name: string) => boolean;
}

/** By path from the top: folders and files that a service reads by itself. */
const continuousIntegration =
  /^(?:\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/|\.(?:circleci|buildkite|gitlab|semaphore|teamcity|woodpecker|azure-pipelines|jenkins|harness)\/|\.gitlab-ci\.ya?ml$|\.travis\.ya?ml$|azure-pipelines[\w.-]*\.ya?ml$|bitbucket-pipelines\.ya?ml$|\.drone\.|\.woodpecker\.|\.?appveyor\.ya?ml$|\.cirrus\.|cloudbuild\.(?:ya?ml|json)$|buildspec\.ya?ml$|wercker\.yml$)/i;
const jenkins = /^Jenkinsfile(?:\.[\w-]+)?$/i;
const runnerConfig =
  /^(?:jest\.(?:config|setup|preset)\.|jest-preset\.|vitest\.(?:config|workspace|setup)\.|vite\.config\.|\.mocharc|\.taprc|\.nycrc|\.c8rc|ava\.config\.|karma\.conf\.|playwright\.config\.|cypress\.(?:config\.|json$)|wdio\.conf\.|nightwatch\.conf\.|pytest\.(?:ini|toml)$|\.pytest\.ini$|conftest\.py$|tox\.(?:ini|toml)$|setup\.cfg$|\.coveragerc$|noxfile\.py$|\.rspec(?:-local)?$|phpunit(?:\.dist)?\.xml(?:\.dist)?$|phpunit\.xml\.dist$|nextest\.toml$|bunfig\.toml$|junit-platform\.properties$|testng[\w-]*\.xml$|[\w.-]*\.runsettings$)/i;
const hooks =
  /^(?:\.pre-commit-(?:config|hooks)\.ya?ml$|\.?lefthook(?:-local)?\.|\.lintstagedrc|lint-staged\.config\.|commitlint\.config\.|\.commitlintrc|\.overcommit\.yml$|\.?simple-git-hooks\.|\.huskyrc)/i;
const hookFolder = /^(?:\.husky|\.?git-?hooks)\//i;
const manifest =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|deno\.(?:jsonc?|lock)|pyproject\.toml|setup\.py|(?:uv|poetry|pdm|Pipfile|Gemfile|composer|mix)\.lock|Pipfile|requirements[\w.-]*\.(?:txt|in)|Cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|go\.work\.sum|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.(?:properties|lockfile)|Gemfile|[\w.-]+\.gemspec|composer\.json|mix\.exs|[\w.-]+\.(?:cs|fs|vb)proj|[\w.-]+\.slnx?|Directory\.Build\.(?:props|targets)|packages\.lock\.json)$/i;

const protectedPaths: readonly Protected[] = [
  { what: "pawl.json, the repository's conventions for Pawl", fits: (path) => path.toLowerCase() === 'pawl.json' },
  { what: 'configuration of git', fits: (_path, name) => /^\.git(?:attributes|modules|ignore|keep)?$/i.test(name) },
  {
    what: 'configuration of continuous integration',
    fits: (path, name) => continuousIntegration.test(path) || jenkins.test(name),
  },
  { what: 'configuration of hooks', fits: (path, name) => hookFolder.test(path) || hooks.test(name) },
  { what: 'configuration of the test runner', fits: (_path, name) => runnerConfig.test(name) },
  { what: 'a manifest or lockfile', fits: (_path, name) => manifest.test(name) },
  { what: 'configuration of coding agents', fits: (path) => isAgentConfig(path) },
];

/** What kind of file this is when only a plan that lists it may change it (T10); null for ordinary files. */
export function protectedKind(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return protectedPaths.find((entry) => entry.fits(path, name))?.what ?? null;
}
