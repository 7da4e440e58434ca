import everyday from './jest.config.js';

/** The sweeps (real kills at seeded random times, every way to resume) and every pair of stop mode and phase. */
export default {
  ...everyday,
  roots: ['<rootDir>/test'],
  testMatch: [
    '**/test/slow/**/*.test.ts',
    '**/test/e2e/stops.test.ts',
    '**/test/replay/long-run.test.ts',
    '**/*.slow.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  globals: { everyPair: true },
};
