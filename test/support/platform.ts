/** What test files need of the servers that run for them. */
export { createTestDatabase, type TestDatabase } from './database.ts';
export { testServers } from './servers.ts';
