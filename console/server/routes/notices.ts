import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { createNotices, type NoticesReader } from '../../../services/notices/notices.ts';
import { createUnsubscribeLinks, unsubscribe } from '../../../services/notices/unsubscribing.ts';
import type { ConsoleContext } from '../context.ts';
import { signedIn } from '../plugins/access.ts';
import { Nothing } from '../schemas/account.ts';
import {
  ChoiceBody,
  ChoicesAnswer,
  CompanyParams,
  NoticeParams,
  NoticesAnswer,
  NoticesQuery,
  ReadBody,
  UnreadAnswer,
  UnsubscribeParams,
} from '../schemas/notices.ts';

const config = { action: 'account', fresh: false } as const;
const nothing = { 200: envelope(Nothing) };

/** A person's notices, and which ones they want. */
export const noticeRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function notices(scope) {
    const { orm, cipher } = deps;
    const { consoleBaseUrl, mail } = deps.config;
    const own = createNotices({ orm });

    scope.get(
      '/api/account/notices',
      { schema: { querystring: NoticesQuery, response: { 200: envelope(NoticesAnswer) } }, config },
      async (request) => ok(await own.list(readerOf(request), request.query.before)),
    );

    scope.get(
      '/api/account/notices/unread',
      { schema: { response: { 200: envelope(UnreadAnswer) } }, config },
      async (request) => ok({ unread: await own.unread(readerOf(request)) }),
    );

    scope.post(
      '/api/account/notices/read',
      { schema: { body: ReadBody, response: nothing }, config },
      async (request) => {
        await own.markRead(readerOf(request), request.body);
        return ok({});
      },
    );

    scope.post(
      '/api/account/notices/:noticeId/read',
      { schema: { params: NoticeParams, response: nothing }, config },
      async (request) => {
        await own.markRead(readerOf(request), { id: request.params.noticeId });
        return ok({});
      },
    );

    scope.get(
      '/api/account/notice-choices',
      { schema: { response: { 200: envelope(ChoicesAnswer) } }, config },
      async (request) => {
        const { person } = signedIn(request);
        return ok({ mail: mail !== undefined, email: person.email, ...(await own.choices(person.id)) });
      },
    );

    scope.post('/api/account/mails/resume', { schema: { response: nothing }, config }, async (request) => {
      await own.resumeMails(signedIn(request).person.id);
      return ok({});
    });

    scope.put(
      '/api/account/notice-choices/:companyId',
      { schema: { params: CompanyParams, body: ChoiceBody, response: nothing }, config },
      async (request) => {
        await own.choose(signedIn(request).person.id, request.params.companyId, request.body);
        return ok({});
      },
    );

    await addRoutes(scope, unsubscribeRoute({ orm, links: createUnsubscribeLinks(cipher, consoleBaseUrl) }));
  };

/** Mail programs send a form and no cookie (RFC 8058); the page of a mail's link sends nothing. */
const unsubscribeRoute = (deps: Parameters<typeof unsubscribe>[0]): FastifyPluginAsyncTypebox =>
  async function fromMails(scope) {
    await scope.register(formbody);
    const schema = { params: UnsubscribeParams, response: nothing };
    const config = { action: 'public', fromAnywhere: true } as const;
    scope.post('/api/notices/unsubscribe/:token', { schema, config }, async (request) => {
      await unsubscribe(deps, request.params.token);
      return ok({});
    });
  };

function readerOf(request: FastifyRequest): NoticesReader {
  const { person, secondFactorAt } = signedIn(request);
  return { personId: person.id, withLive: secondFactorAt !== null };
}
