import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { EndpointNotFound } from '../../../domain/errors.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { photoRoutes } from '../../../lib/http/routes/photos.ts';
import { createCalendarFeeds } from '../../../services/calendars/feed.ts';
import { createGuidePhotos } from '../../../services/guides/photos.ts';
import type { ConsoleContext } from '../context.ts';

const FEED_FILE = /^([\w-]{43})\.ics$/;
const PARAMS = Type.Object({ file: Type.String({ maxLength: 100 }) });

/** What nobody signs in for: calendars at secret addresses, and the pictures that the pages show. */
export const studioFiles = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function files(scope) {
    const { publicBaseUrl } = deps.config;
    await addRoutes(scope, photoRoutes(createGuidePhotos({ ...deps, publicBaseUrl })));
    const feeds = createCalendarFeeds({ ...deps, publicBaseUrl });
    scope.get('/calendar/:file', { schema: { hide: true, params: PARAMS } }, async (request, reply) => {
      const token = FEED_FILE.exec(request.params.file)?.[1];
      const feed = token === undefined ? undefined : await feeds.read(token);
      // One answer for what never was and what has ended.
      if (feed === undefined) throw new EndpointNotFound();
      const { text, tag, changedAt } = feed;
      reply.header('etag', `"${tag}"`).header('last-modified', changedAt.toUTCString());
      reply.header('cache-control', 'private, no-cache');
      if (isKnown(request.headers, tag, changedAt)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(text);
    });
  };

/** RFC 9110, 13.2.2: the tag counts where it is there. */
function isKnown(
  headers: {
    readonly 'if-none-match'?: string | undefined;
    readonly 'if-modified-since'?: string | undefined;
  },
  tag: string,
  changedAt: Date,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return tags.trim() === '*' || tags.includes(`"${tag}"`);
  return since !== undefined && changedAt.getTime() <= Date.parse(since);
}
