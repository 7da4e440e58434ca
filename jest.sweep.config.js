import everyday from './jest.config.js';

/** kill -9 at every crash point, for many minutes: npm run faults:sweep. */
export default {
  ...everyday,
  testMatch: ['**/test/faults/sweep/**/*.sweep.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
