/** Real PostgreSQL and Temporal servers, started once for the run: see test/support/start-servers.ts. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.guidepost/'],
  modulePathIgnorePatterns: ['/\\.guidepost/', '/cli/dist/', '/sdk/dist/'],
  watchPathIgnorePatterns: ['/\\.guidepost/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  testTimeout: 60_000,
  maxWorkers: 2,
  // Modules of tests stay in a worker's memory: one that holds too much makes way for a new one.
  workerIdleMemoryLimit: '1500MB',
};
