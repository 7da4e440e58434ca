import { commandParts, plainWord, type CommandParts, type CommandWord } from '../../../domain/evidence/test-command.js';

type Words = readonly CommandWord[];

/** `gradle … test`, cut behind its program. */
export interface GradleTest {
  readonly parts: CommandParts;
  /** `gradle`, `./gradlew` or `sh ./gradlew`. */
  readonly start: Words;
  readonly args: Words;
}

/** Tasks that run tests, of any project: `test`, `:core:test`, `integrationTest`, `check`, `build`. */
const tasks = /^(?::?[\w-]+)*:?(?:test|\w+Test|allTests|check|build)$/;
const otherJobs = /^(?:--help|-h|-\?|--version|-v|-V|--dry-run|-m|--test-dry-run|--stop|--status|--gui)$/;

/** Options whose value is a word of its own. */
const withValue =
  /^(?:-b|--build-file|-c|--settings-file|-g|--gradle-user-home|-I|--init-script|-p|--project-dir|-x|--exclude-task|--include-build|--max-workers|--tests|--priority|--project-cache-dir|--console|--warning-mode|-P|-D)$/;

/** What the adapter sets itself, what hides Gradle's words, and what never ends (R15). */
const dropped =
  /^(?:-q|--quiet|-t|--continuous|--daemon|--no-daemon|--console|--continue|--no-continue|--fail-fast|--scan|--offline|--build-cache|--no-build-cache)(?:=.*)?$/;

export function gradleTest(argv: readonly string[]): GradleTest | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const { words } = parts;
  const isShell = /^(?:.*\/)?(?:sh|bash)$/.test(words[0]?.value ?? '');
  const at = isShell ? 1 : 0;
  const isOwn = (isShell ? /(?:^|\/)gradlew$/ : /^(?:.*\/)?gradlew?$/).test(words[at]?.value ?? '');
  const args = words.slice(at + 1);
  const own = args.filter((_, index) => !withValue.test(args[index - 1]?.value ?? ''));
  if (!isOwn || !own.some(({ value }) => tasks.test(value)) || own.some(({ value }) => otherJobs.test(value)))
    return null;
  return { parts, start: words.slice(0, at + 1), args };
}

/**
 * The user's options hold, but for these: no network, no daemon that stays, no result of another run, plain words, and
 * every test although one failed.
 */
export function startedGradle({ start, args }: GradleTest): Words {
  const added = ['--offline', '--no-daemon', '--no-build-cache', '--console=plain', '--continue'].map(plainWord);
  const kept = args.filter(({ value }, at) => !dropped.test(value) && args[at - 1]?.value !== '--console');
  return [...start, ...added, ...kept];
}
