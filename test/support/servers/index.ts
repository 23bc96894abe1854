/**
 * The run's servers. Each is started by whoever first asks for it (host.ts), and serves all test files until the run ends: a file
 * that asks for none waits for none.
 */

export interface PostgresServer {
  /** An administrator's connection to PostgreSQL. */
  readonly adminUrl: string;
  /** Name of the migrated database that test databases are cloned from. */
  readonly templateDatabase: string;
  /** That one, as the application and as migrations connect to theirs. */
  readonly applicationUrl: string;
  readonly migrationUrl: string;
  /** Path of PostgreSQL's own log. */
  readonly databaseLog: string;
}

/** What the host can be asked for. */
export interface Parts {
  readonly postgres: PostgresServer;
  /** host:port of a Temporal development server (in memory), the search attributes registered. */
  readonly temporal: { readonly address: string };
  /** One of that server's that nobody else has, its search attributes known: task queues have fixed names. */
  readonly namespace: { readonly name: string; readonly address: string };
  /** Path of the program, for `createTimeSkipping({server: {executable: {type: 'existing-path', path}}})`. */
  readonly timeSkipping: { readonly path: string };
  /** The workflows as they ship, for `Worker.create({workflowBundle})`. */
  readonly workflows: { readonly codePath: string };
  /** The console's pages are built. */
  readonly pages: object;
}

/** The environment variable that says where the host is. */
export const HOST_VARIABLE = 'GUIDEPOST_TEST_SERVERS';

export const testPostgres = () => ask('postgres');
export const testTemporal = () => ask('temporal');
/** Another one each time. */
export const newNamespace = () => fetched('namespace');
export const timeSkippingProgram = () => ask('timeSkipping');
export const testWorkflows = () => ask('workflows');
export const testPages = () => ask('pages');

const asked = new Map<keyof Parts, Promise<unknown>>();

/** @throws outside a jest run, and what the start threw. */
function ask<Part extends keyof Parts>(part: Part): Promise<Parts[Part]> {
  const answer = asked.get(part) ?? fetched(part);
  asked.set(part, answer);
  return answer as Promise<Parts[Part]>;
}

async function fetched<Part extends keyof Parts>(part: Part): Promise<Parts[Part]> {
  const host = process.env[HOST_VARIABLE];
  if (!host) throw new Error(`${HOST_VARIABLE} is not set: run the tests with "npm test"`);
  const response = await fetch(`${host}/${part}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Parts[Part];
}
