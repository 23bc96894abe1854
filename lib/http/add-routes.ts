import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Registers routes in a scope of their own, under the name of their function. Without it Fastify looks for a name in all modules
 * that are loaded: 0.3 s of the 0.4 s that an application took to be made under Jest.
 */
export async function addRoutes(
  scope: FastifyInstance,
  routes: FastifyPluginAsync | FastifyPluginAsyncTypebox,
  options: { readonly prefix?: string } = {},
): Promise<void> {
  const { name = 'routes' } = routes;
  await scope.register(fp(routes as FastifyPluginAsync, { name, encapsulate: true }), options);
}
