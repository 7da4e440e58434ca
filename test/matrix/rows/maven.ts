import { join } from 'node:path';
import { createMaven } from '../../../src/adapters/runners/maven/maven.js';
import { jvmBase, jvmCases, jvmMayCreate, jvmRed, jvmTestFile } from '../jvm-cases.js';
import type { Installed, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const pom = (more = ''): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.14.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.15.0</version></plugin>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.6</version>${more}</plugin>
    </plugins>
  </build>
</project>
`;

const cases = jvmCases({
  broken: { 'pom.xml': '<project' },
  leftOut: { 'pom.xml': pom('<configuration><excludes><exclude>**/CartTest*</exclude></excludes></configuration>') },
});

/** Plug-ins and JUnit come into a local repository of their own, as a setup would bring them. */
async function install(project: string, shared: string): Promise<Installed> {
  const env = { MAVEN_OPTS: `-Dmaven.repo.local=${join(shared, 'repository')}` };
  await runIn(project, ['mvn', '-B', '-q', 'test'], env);
  await runIn(project, ['rm', '-rf', 'target']);
  return { env, writable: [shared] };
}

export const row: MatrixRow = {
  runner: 'maven',
  create: createMaven,
  command: 'mvn test',
  needs: ['mvn', 'javac'],
  install,
  async version(folder, env) {
    const said = await runIn(folder, ['mvn', '-B', '--version'], { ...env, NO_COLOR: '1' });
    const maven = /Apache Maven ([\d.]+)/.exec(said)?.[1] ?? '?';
    return `Maven ${maven}, Surefire 3.5.6, JUnit 5.14.4, Java ${/Java version: ([\d.]+)/.exec(said)?.[1] ?? '?'}`;
  },
  base: { 'pom.xml': pom(), ...jvmBase },
  mayCreate: jvmMayCreate,
  testFile: jvmTestFile,
  red: [
    ...cases.red,
    {
      name: 'failures are ignored',
      files: {
        ...jvmRed,
        'pom.xml': pom('<configuration><testFailureIgnore>true</testFailureIgnore></configuration>'),
      },
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: cases.green,
  lacks: { watcher: 'Maven has no watcher' },
};
