import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Makes forgetting impossible: every route below /api/ declares what it answers, as a response schema that makes its JSON, as a redirect
 * (302), or for a file by its media types (`config: { produces }`). What no schema names is not sent. Call it before any route is registered.
 * @throws at start, naming the route.
 */
export function requireDeclaredAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.config?.scope === 'public' || isDeclared(route)) return;
    throw new Error(
      `${route.method} ${route.url} declares no answer (schema: { response }, config: { produces })`,
    );
  });
}

function isDeclared({ schema, config }: RouteOptions): boolean {
  const { 200: success, 302: redirect } = (schema?.response ?? {}) as Readonly<Record<string, unknown>>;
  return (success ?? redirect ?? config?.produces) !== undefined;
}
