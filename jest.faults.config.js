import everyday from './jest.config.js';

/** Whole runs that something happens to, and an oracle that looks from outside: npm run faults. */
export default {
  ...everyday,
  testMatch: ['**/test/faults/**/*.fault.test.ts', '**/test/faults/everyday.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 300_000,
};
