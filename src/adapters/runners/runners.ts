import type { TestRunner } from '../../ports/test-runner.js';
import { createBats } from './bats/bats.js';
import { createCargo } from './cargo/cargo.js';
import { createCommand } from './command/command.js';
import { createDotnet } from './dotnet/dotnet.js';
import { createGo } from './go/go.js';
import { createGradle } from './gradle/gradle.js';
import { createJest } from './jest/jest.js';
import { createMaven } from './maven/maven.js';
import { createMocha } from './mocha/mocha.js';
import { createNodeTest } from './node-test/node-test.js';
import { createPhpunit } from './phpunit/phpunit.js';
import { createPytest } from './pytest/pytest.js';
import { createRspec } from './rspec/rspec.js';
import { createUnittest } from './unittest/unittest.js';
import { createVitest } from './vitest/vitest.js';

/** The runners whose structured results Pawl reads. One set serves one worker: a plan is read by whoever made it. */
export function createRunners(): readonly TestRunner[] {
  return [
    createNodeTest(),
    createPytest(),
    createJest(),
    createVitest(),
    createMocha(),
    createUnittest(),
    createBats(),
    createRspec(),
    createPhpunit(),
    createGo(),
    createCargo(),
    createMaven(),
    createGradle(),
    createDotnet(),
    createCommand(),
  ];
}

/** The runner that speaks for a command, or null. */
export function runnerFor(runners: readonly TestRunner[], argv: readonly string[]): TestRunner | null {
  return runners.find((runner) => runner.accepts(argv)) ?? null;
}
