/** ESM throughout: started with NODE_OPTIONS=--experimental-vm-modules by the npm scripts. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Sweeps of many minutes: npm run test:slow. Real agent CLIs, hundreds of megabytes: npm run test:agents.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/slow/',
    '<rootDir>/test/agents/',
    // Every fault of the catalogue: npm run faults. Some of them are played each time: everyday.test.ts.
    '\\.(fault|sweep|slow)\\.test\\.ts$',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testTimeout: 180_000,
};
