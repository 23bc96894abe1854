import type { FastifyInstance, RouteOptions } from 'fastify';
import { isScope, type Scope } from '../../domain/scope.ts';

const API_PREFIXES = ['/open/v1/', '/octo/v1/'];

/**
 * Makes forgetting impossible: every route of the API declares its access, and one that needs a token is inside the
 * authenticated scope. Call it before any route is registered.
 * @throws at start, naming the route.
 */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (!API_PREFIXES.some((prefix) => route.url.startsWith(prefix))) return;
    const { scope } = route.config ?? {};
    const isDeclared = scope === 'own' || scope === 'public' || (scope !== undefined && isScope(scope));
    if (!isDeclared) throw new Error(`${route.method} ${route.url} declares no scope (config: { scope })`);
    if (scope !== 'public') documentScope(route, scope);
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const exposed = routes.find(
      ({ config }) => (config?.scope === 'public') === (config?.isAuthenticated ?? false),
    );
    if (exposed) throw new Error(`${exposed.method} ${exposed.url}: its scope and its place disagree`);
  });
}

/** Inside the authenticated scope: marks its routes. */
export function markAuthenticated(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, isAuthenticated: true };
  });
}

/** In OpenAPI, so that the document says which scope an operation needs. */
function documentScope(route: RouteOptions, scope: Scope | 'own'): void {
  const scopes = scope === 'own' ? [] : [scope];
  const note = scope === 'own' ? 'Any valid token of the merchant itself.' : `Needs the scope \`${scope}\`.`;
  route.schema = {
    ...route.schema,
    description: [route.schema?.description, note].filter(Boolean).join('\n\n'),
    security: [{ bearer: scopes }],
  };
}
