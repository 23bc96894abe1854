/** Real PostgreSQL and Temporal servers start when a test first asks for them: see test/support/servers/host.ts. */
export default {
  transform: { '\\.ts$': '<rootDir>/test/support/jest/strip-types.mjs' },
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.guidepost/'],
  modulePathIgnorePatterns: ['/\\.guidepost/', '/packages/[a-z]+/dist/'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  testTimeout: 60_000,
  maxWorkers: 2,
  // What test files leave behind stays in a worker's memory: one that holds too much makes way for a new one.
  workerIdleMemoryLimit: '1500MB',
};
