import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import type { ProviderLinks } from '../../../services/operators/registry/provider-links.ts';
import {
  AskBody,
  Asked,
  Done,
  Ended,
  GrantBody,
  Links,
  OtherPath,
  ProviderPath,
  RequestPath,
} from './schemas.ts';

/** Links between merchants and providers. To grant a link gives away what the merchant may do, so it needs a fresh factor. */
export const linkRoutes = (links: ProviderLinks): FastifyPluginAsyncTypebox =>
  async function link(scope) {
    const config = { action: 'links.write', fresh: false } as const;

    scope.get(
      '/links',
      { config: { action: 'company.read' }, schema: { response: answers(Links) } },
      async ({ merchant }) => ok(await links.list(merchant)),
    );

    const granting = { params: ProviderPath, body: GrantBody, response: answers(Done) };
    scope.put(
      '/links/:providerKey',
      { config: { ...config, fresh: true }, schema: granting },
      async ({ merchant, params, body }) => {
        await links.grant(merchant, params.providerKey, body.scopes);
        return ok({});
      },
    );

    scope.delete(
      '/links/:otherKey',
      { config, schema: { params: OtherPath, response: answers(Ended) } },
      async ({ merchant, params }) => ok({ ended: await links.end(merchant, params.otherKey) }),
    );

    scope.post(
      '/links/requests',
      { config, schema: { body: AskBody, response: answers(Asked) } },
      async ({ merchant, body: { message = null, ...wanted } }) =>
        ok({ requestId: await links.ask(merchant, { ...wanted, message }) }),
    );

    scope.delete(
      '/links/requests/:requestId',
      { config, schema: { params: RequestPath, response: answers(Done) } },
      async ({ merchant, params }) => {
        await links.close(merchant, params.requestId);
        return ok({});
      },
    );
  };
