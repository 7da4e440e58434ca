import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';

type Words = readonly CommandWord[];

/** `mvn … test`, cut behind its program. */
export interface MavenTest {
  readonly parts: CommandParts;
  /** `mvn`, `./mvnw` or `sh ./mvnw`. */
  readonly start: Words;
  readonly args: Words;
}

/** Phases and goals that run tests. */
const goals =
  /^(?:test|package|verify|install|integration-test|post-integration-test|(?:surefire|failsafe)(?::[\w.]+)?:(?:test|integration-test)|[\w.]+:maven-(?:surefire|failsafe)-plugin(?::[\w.]+)?:(?:test|integration-test))$/;
const otherJobs =
  /^(?:-h|--help|-v|--version|-e?p|--encrypt-password|-emp|--encrypt-master-password|deploy|release:\w+|-DskipTests(?:=true)?|-Dmaven\.test\.skip(?:=true)?)$/;

/** Options whose value is a word of its own. */
const withValue =
  /^(?:-f|--file|-s|--settings|-gs|--global-settings|-t|--toolchains|-P|--activate-profiles|-pl|--projects|-rf|--resume-from|-T|--threads|-b|--builder|-D|--define|-l|--log-file|--color)$/;

/** Replaced by the adapter's own: what hides the tool's words, and what takes failures for none. */
const dropped =
  /^(?:-q|--quiet|-l|--log-file|--color|-ff|--fail-fast|-fn|--fail-never|-fae|--fail-at-end|-Dmaven\.test\.failure\.ignore.*|-DtestFailureIgnore.*|-Dstyle\.color.*|-Dmaven\.test\.redirectTestOutputToFile.*)(?:=.*)?$/;

export function mavenTest(argv: readonly string[]): MavenTest | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const { words } = parts;
  const isShell = /^(?:.*\/)?(?:sh|bash)$/.test(words[0]?.value ?? '');
  const at = isShell ? 1 : 0;
  const program = words[at]?.value ?? '';
  if (!(isShell ? /(?:^|\/)mvnw$/ : /^(?:.*\/)?mvnw?$/).test(program)) return null;
  const args = words.slice(at + 1);
  const own = args.filter((_, index) => !isValue(args, index));
  if (!own.some(({ value }) => goals.test(value)) || own.some(({ value }) => otherJobs.test(value))) return null;
  return { parts, start: words.slice(0, at + 1), args };
}

function isValue(words: Words, at: number): boolean {
  return withValue.test(words[at - 1]?.value ?? '');
}

/**
 * The user's options hold, but for these: no network, no colours, words that can be read, all modules, and what tests
 * print goes into files of its own, so that nothing of it looks like Maven's words.
 */
export function startedMaven({ start, args }: MavenTest): Words {
  const properties = ['style.color=never', 'maven.test.redirectTestOutputToFile=true', 'surefire.printSummary=true'];
  const added = ['-B', '-o', '-fae', ...properties.map((one) => `-D${one}`)].map(plainWord);
  const kept = args.filter(({ value }, at) => {
    const before = args[at - 1]?.value ?? '';
    return !dropped.test(value) && !/^(?:-l|--log-file|--color)$/.test(before);
  });
  return [...start, ...added, ...kept];
}

/** The same command for these test classes alone. */
export function narrowedMaven(test: MavenTest, files: readonly string[]): readonly string[] | null {
  const { parts, start, args } = test;
  const names = files.map(
    (file) => /(?:^|\/)src\/test\/(?:java|kotlin|groovy|scala)\/(.+)\.(?:java|kt|groovy|scala)$/.exec(file)?.[1],
  );
  const isWhole = !args.some(({ value }) => /^-D(?:it\.)?test=|^-(?:pl|-projects|rf|-resume-from)$/.test(value));
  // Integration tests are another plugin's, which has a property of its own.
  if (files.length === 0 || !isWhole || names.some((name) => name === undefined || /IT$/.test(name))) return null;
  const classes = [...new Set(names)].sort().map((name) => (name ?? '').replaceAll('/', '.'));
  // The classes inside of a class are not taken for part of it by every version.
  const wanted = classes.flatMap((name) => [name, `${name}$*`]).join(',');
  const added = [`-Dtest=${wanted}`, '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false'].map(plainWord);
  return withWords(parts, [...start, ...added, ...args]);
}
