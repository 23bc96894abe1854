/**
 * Real PostgreSQL and Temporal servers, started once for the run: see test/support/start-servers.ts. Node loads the modules,
 * once per worker: see test/support/jest/runtime.mjs.
 */
export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  transform: {},
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.guidepost/'],
  modulePathIgnorePatterns: ['/\\.guidepost/', '/packages/[a-z]+/dist/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  testTimeout: 60_000,
  maxWorkers: 2,
  // What test files leave behind stays in a worker's memory: one that holds too much makes way for a new one.
  workerIdleMemoryLimit: '1500MB',
};
