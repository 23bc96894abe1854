import { readFileSync } from 'node:fs';

/** What the global set-up has started, told to the test files through a JSON file. */
export interface TestServers {
  /** host:port of a Temporal development server (in memory), the search attributes registered. */
  readonly temporalAddress: string;
  /** For `createTimeSkipping({server: {executable: {type: 'existing-path', path}}})`. */
  readonly testServerPath: string;
  /** For `Worker.create({workflowBundle: {codePath}})`; undefined while there are no workflows. */
  readonly workflowBundlePath: string;
  /** An administrator's connection to PostgreSQL. */
  readonly adminUrl: string;
  /** The template database, as the application and as migrations connect to theirs. */
  readonly applicationUrl: string;
  readonly migrationUrl: string;
  /** Path of PostgreSQL's own log. */
  readonly databaseLog: string;
  /** Name of the migrated database that test databases are cloned from. */
  readonly templateDatabase: string;
}

/** The environment variable that names the JSON file. */
export const SERVERS_VARIABLE = 'GUIDEPOST_TEST_SERVERS';

/** @throws outside a jest run. */
export function testServers(): TestServers {
  const path = process.env[SERVERS_VARIABLE];
  if (!path) throw new Error(`${SERVERS_VARIABLE} is not set: run the tests with "npm test"`);
  return JSON.parse(readFileSync(path, 'utf8')) as TestServers;
}
