import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { ConsoleContext } from '../context.ts';
import { Described } from './schemas.ts';

const PROGRAM = fileURLToPath(new URL('../../../api/document.ts', import.meta.url));
const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const run = promisify(execFile);

interface Operation {
  readonly operationId: string;
  readonly responses?: unknown;
}
type Parts = Record<string, unknown>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Parts; readonly parameters: Parts };
}

/** The operations that the explorer can run: those of the API's OpenAPI document that the console answers, without their answers. */
export const documentRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function document(scope) {
    let described: Promise<Document> | undefined;
    scope.get(
      '/api/operations',
      { config: { action: 'account' }, schema: { response: { 200: envelope(Described) } } },
      async ({ server }, reply) => {
        described ??= describeApi().catch((error: unknown) => {
          described = undefined;
          throw error;
        });
        const { paths, components } = await described;
        const list = operationsOf(paths).filter(({ method, path }) => server.hasRoute(placeOf(method, path)));
        reply.header('cache-control', 'private, max-age=300');
        const { schemas, parameters } = components;
        return ok({ baseUrl: deps.config.publicBaseUrl, list, schemas, parameters });
      },
    );
  };

/** Made by a separate process: it takes a second or two, in which this one answers others. */
async function describeApi(): Promise<Document> {
  const { stdout } = await run(process.execPath, [PROGRAM], { maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS });
  return JSON.parse(stdout) as Document;
}

function operationsOf(paths: Document['paths']) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses: _responses, ...operation }]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
}

/** Its address in the console: below a company and an environment. */
function placeOf(method: string, path: string) {
  const url = `/api/:company/:world${path.replace(/\{(\w+)\}/g, ':$1')}`;
  return { method: method as 'GET', url };
}
