import { expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type AppDeps, buildApp } from '../../api/app.ts';
import { type Cipher, createCipher } from '../../db/cipher.ts';
import { createOrm } from '../../db/orm.ts';
import { type ClientCredentials, type SandboxCredentials, seedInto } from '../../db/seed/index.ts';
import { createLogger } from '../../lib/http/plugins/logging.ts';
import { traceStatements } from '../../lib/telemetry/sql.ts';
import { strangeBodies } from './documents/event-schemas.ts';
import { createTestDatabase } from './servers/database.ts';

export const BASE_URL = 'https://api.guidepost.example';
/** Tests ask for a token with nearly every request: limits are for those that test them. */
const DEFAULT_CONFIG = {
  publicBaseUrl: BASE_URL,
  allowInsecureCallbacks: false,
  rateLimits: { merchantPerMinute: 0, tokenPerMinute: 0, addressPerMinute: 0 },
};
export const ENCRYPTION_KEY = Buffer.alloc(32, 1);

export interface TestApp {
  readonly app: FastifyInstance;
  readonly orm: MikroORM;
  /** The same database without the application's bounds: for what a restored backup or a hand would do. */
  readonly unbounded: MikroORM;
  readonly cipher: Cipher;
  readonly databaseUrl: string;
  /** The same database as a superuser. */
  readonly adminUrl: string;
  readonly sandbox: SandboxCredentials;
  /** What the application takes for the time; tests set it. */
  readonly clock: { now: Date };
  /** The same for what is built beside it. */
  readonly now: () => Date;
  /** Lines that were logged, as JSON text. */
  readonly logged: string[];
  /** Another application on the same database: a second process, or another configuration. */
  another(deps?: Partial<AppDeps>): Promise<FastifyInstance>;
  /** A new access token; without `scope`, with the usual ones. */
  token(client: ClientCredentials, scope?: string): Promise<string>;
  /** A request with that client's token. */
  as(client: ClientCredentials, options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/**
 * The API on a database of its own, with the sandbox's merchants and guides in it.
 * @param behind what stands behind it, where that needs the database.
 */
export async function createTestApp(
  deps: Partial<AppDeps> = {},
  behind: (base: Pick<TestApp, 'orm' | 'cipher'>) => Partial<AppDeps> = () => ({}),
): Promise<TestApp> {
  const database = await createTestDatabase();
  const { tracing } = deps;
  const watchStatement = tracing && traceStatements(tracing);
  const orm = createOrm({ databaseUrl: database.url, poolMax: 4, watchStatement });
  const cipher = createCipher(ENCRYPTION_KEY);
  const sandbox = await seedInto(orm, cipher);
  // Few tests need it, and an ORM takes a tenth of a second to be made.
  let unbounded: MikroORM | undefined;
  const clock = { now: new Date() };
  const logged: string[] = [];
  const opened: FastifyInstance[] = [];

  async function another(overrides: Partial<AppDeps> = {}): Promise<FastifyInstance> {
    const app = await buildApp({
      logger: createLogger('info', { write: (line) => void logged.push(line) }),
      orm,
      cipher,
      now: () => clock.now,
      ...overrides,
      config: { ...DEFAULT_CONFIG, ...overrides.config },
    });
    opened.push(app);
    return app;
  }

  const app = await another({ ...deps, ...behind({ orm, cipher }) });
  /** A busy machine may answer "try again"; a test that goes on without a token would blame what it asks next. */
  const token = async (client: ClientCredentials, scope?: string): Promise<string> => {
    const { code, data } = (await app.inject(tokenRequest(client, scope))).json();
    return code === 50301 ? await token(client, scope) : data.access_token;
  };
  return {
    app,
    orm,
    get unbounded() {
      unbounded ??= createOrm({ databaseUrl: database.adminUrl, poolMax: 2 });
      return unbounded;
    },
    cipher,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    sandbox,
    clock,
    now: () => clock.now,
    logged,
    another,
    token,
    as: async (client, options) =>
      app.inject({
        ...options,
        headers: { ...options.headers, authorization: `Bearer ${await token(client)}` },
      }),
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      const strange = await strangeBodies(orm);
      await Promise.all([orm.close(), unbounded?.close()]);
      await database.drop();
      // Whatever events came about in this test, their bodies are what the OpenAPI document says.
      expect(strange).toEqual([]);
    },
  };
}

/** POST /open/v1/auth/token as the specification shows it. */
export function tokenRequest(client: ClientCredentials, scope?: string): InjectOptions {
  return formRequest({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
}

export function formRequest(fields: Record<string, string> | string, headers = {}): InjectOptions {
  return {
    method: 'POST',
    url: '/open/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  };
}
