import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, envelope, ok } from '../../../contract/schemas/envelope.ts';
import { createGuideService } from '../../../services/guides/index.ts';
import { createSharedShortlists, type SharedShortlists } from '../../../services/guides/shared-shortlists.ts';
import type { ConsoleContext } from '../context.ts';
import { LookBody } from '../schemas/notices.ts';
import {
  Done,
  ShareBody,
  SharedShortlist,
  SharedShortlists as SharedShortlistList,
  ShortlistPath,
  ShownShortlist,
} from './schemas.ts';

const shortlistsOf = ({ deps, merchants }: ConsoleContext): SharedShortlists =>
  createSharedShortlists({
    ...deps,
    ...{ merchants, guides: createGuideService(deps), consoleBaseUrl: deps.config.consoleBaseUrl },
  });

/** Guides that an agency shows a customer: below /api/:company/:world/console. */
export const shortlistRoutes = (context: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function shortlists(scope) {
    const shared = shortlistsOf(context);
    const config = { action: 'orders.write', fresh: false } as const;

    scope.get(
      '/shortlists',
      { config: { action: 'orders.read' }, schema: { response: answers(SharedShortlistList) } },
      async ({ merchant }) => ok({ list: await shared.list(merchant) }),
    );

    scope.post(
      '/shortlists',
      {
        config,
        schema: { body: ShareBody, response: answers(SharedShortlist, 'guideNotFound', 'guideForbidden') },
      },
      async ({ merchant, body }) => ok(await shared.share(merchant, body)),
    );

    scope.delete(
      '/shortlists/:shortlistId',
      { config, schema: { params: ShortlistPath, response: answers(Done) } },
      async ({ merchant, params }) => {
        await shared.end(merchant, params.shortlistId);
        return ok({});
      },
    );
  };

/** The customer's side, by the link alone. The token is in the body: addresses are logged. */
export const shownShortlistRoutes = (context: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function shownShortlist(scope) {
    const shared = shortlistsOf(context);
    const config = { action: 'public', onlyReads: true } as const;

    scope.post(
      '/api/shortlist',
      { config, schema: { body: LookBody, response: { 200: envelope(ShownShortlist) } } },
      async (request) => ok(await shared.look(request.body.token)),
    );
  };
