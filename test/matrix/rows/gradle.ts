import { createGradle } from '../../../src/adapters/runners/gradle/gradle.js';
import { jvmBase, jvmCases, jvmMayCreate, jvmTestFile } from '../jvm-cases.js';
import type { Installed, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const build = (more = ''): string => `plugins { id 'java' }
repositories { mavenCentral() }
dependencies {
    testImplementation 'org.junit.jupiter:junit-jupiter:5.14.4'
    testRuntimeOnly 'org.junit.platform:junit-platform-launcher'
}
test { useJUnitPlatform()${more} }
`;

async function install(project: string, shared: string): Promise<Installed> {
  const env = { GRADLE_USER_HOME: shared };
  await runIn(project, ['gradle', '--no-daemon', '-q', 'test'], env);
  await runIn(project, ['rm', '-rf', 'build', '.gradle']);
  return { env, writable: [shared] };
}

/** Written without a Gradle at hand: the first machine that has one shows whether it holds. */
export const row: MatrixRow = {
  runner: 'gradle',
  create: createGradle,
  command: 'gradle test',
  needs: ['gradle', 'javac'],
  install,
  version: async (folder, env) =>
    `Gradle ${/Gradle ([\d.]+)/.exec(await runIn(folder, ['gradle', '--version'], env))?.[1] ?? '?'}`,
  base: { 'settings.gradle': "rootProject.name = 'shop'\n", 'build.gradle': build(), ...jvmBase },
  mayCreate: jvmMayCreate,
  testFile: jvmTestFile,
  ...jvmCases({
    broken: { 'build.gradle': 'plugins {' },
    leftOut: { 'build.gradle': build("\n    exclude '**/CartTest*'\n") },
  }),
  lacks: { watcher: '`--continuous` is taken out of the command' },
};
