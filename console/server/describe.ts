import pino from 'pino';
import type { TSchema } from 'typebox';
import { createCipher } from '../../db/cipher.ts';
import { createOrm } from '../../db/orm.ts';
import { buildConsole } from './app.ts';
import type { RouteAccess } from './plugins/access.ts';

const EXAMPLE_URL = 'https://console.guidepost.example';

/** What a route declares, as far as its client has to know it. */
interface Declared {
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  readonly response?: Readonly<Record<number, TSchema>>;
}

/**
 * The console's own routes as an OpenAPI document, each named by its method and address: what the pages' client is generated from (`npm run
 * sdk:types`). It needs no database and no Temporal: routes are described, not called.
 */
export async function describeConsole(): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of await ownRoutes()) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = {
      operationId: `${route.method} ${path}`,
      ...described((route.schema ?? {}) as Declared),
    };
  }
  return { openapi: '3.1.0', info: { title: "The console's own routes", version: '1.0.0' }, paths };
}

function described({ querystring, body, response = {} }: Declared) {
  const { properties = {}, required = [] } = (querystring ?? {}) as QuerySchema;
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const { data } = (response[200] as QuerySchema | undefined)?.properties ?? {};
  const answer = data && { content: { 'application/json': { schema: data } } };
  return {
    parameters,
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { 200: { description: 'Success', ...answer } },
  };
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Without the operations of the API, which have a table of their own (contract/operations). */
async function ownRoutes(): Promise<readonly RouteAccess[]> {
  const orm = createOrm({ databaseUrl: 'postgresql://localhost/guidepost' });
  const described = {} as never;
  const app = await buildConsole({
    config: {
      publicBaseUrl: EXAMPLE_URL,
      consoleBaseUrl: EXAMPLE_URL,
      allowInsecureCallbacks: false,
      oidc: { issuer: EXAMPLE_URL, clientId: 'console', clientSecret: '' },
    },
    logger: pino({ level: 'silent' }),
    orm,
    cipher: createCipher(Buffer.alloc(32)),
    now: () => new Date(0),
    settlements: described,
    statementGateway: described,
    notifications: described,
    sendCallback: described,
  });
  try {
    return app.accessTable.filter(({ url }) => !url.includes('/open/v1/'));
  } finally {
    await app.close();
    await orm.close();
  }
}
