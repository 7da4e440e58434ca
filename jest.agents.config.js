import everyday from './jest.config.js';

/** Real agent CLIs against a stand-in for their provider: npm run test:agents. */
export default {
  ...everyday,
  testMatch: ['**/test/agents/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
