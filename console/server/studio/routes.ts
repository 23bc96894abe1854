import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { GuideDetailPath } from '../../../contract/schemas/guides.ts';
import { IfMatchHeaders } from '../../../contract/schemas/if-match.ts';
import {
  CalendarSettingsSchema,
  ClosedDaysImportBody,
  GuideImportBody,
  ImportBody,
  Imported,
  NewFeed,
  Preview,
  PreviewBody,
  StudioCalendarQuery,
  StudioCalendars,
  StudioFeedSettings as StudioFeedShown,
  StudioGuides,
  StudioGuidesQuery,
  YearPreview,
} from '../../../contract/schemas/studio.ts';
import { invalidParameter } from '../../../domain/errors.ts';
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '../../../domain/photo.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { type CalendarSettings, createCalendarSettings } from '../../../services/calendars/settings.ts';
import {
  createStudioFeedSettings,
  type StudioFeedSettings,
} from '../../../services/calendars/studio-feed.ts';
import { createGuideImports, type GuideImports } from '../../../services/guides/importing.ts';
import { createGuidePhotos, type GuidePhotos } from '../../../services/guides/photos.ts';
import { previewGuide, previewYear } from '../../../services/guides/preview.ts';
import { createStudio, type Studio } from '../../../services/guides/studio.ts';
import type { ConsoleContext } from '../context.ts';

const OWN = ['guideForbidden', 'guideNotFound', 'merchantKindForbidden'] as const;
const NOTHING = Type.Object({});
const READ = { action: 'guides.read' } as const;
const WRITE = { action: 'guides.write', fresh: false } as const;
const GUIDE = { params: GuideDetailPath } as const;

/** A studio's own guides: what the API has no operation for. Below `/api/:company/:world/console`. */
export const studioRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function studio(scope) {
    const { publicBaseUrl, consoleBaseUrl, allowInsecureCallbacks: allowInsecure } = deps.config;
    readingRoutes(scope, createStudio(deps), deps.now);
    calendarRoutes(scope, createCalendarSettings({ ...deps, allowInsecure }), consoleBaseUrl);
    feedRoutes(scope, createStudioFeedSettings(deps), consoleBaseUrl);
    importRoutes(scope, createGuideImports(deps));
    await addRoutes(scope, photoRoute(createGuidePhotos({ ...deps, publicBaseUrl })));
  };

type Scope = Parameters<FastifyPluginAsyncTypebox>[0];

/** From a file, which the page has read. */
function importRoutes(scope: Scope, imports: GuideImports): void {
  const response = answers(Imported, ...OWN);
  scope.post(
    '/guides/import',
    { schema: { body: GuideImportBody, response }, config: WRITE },
    async ({ merchant, body: { guides, isTrial = false } }) =>
      ok({ guideIds: await imports.guides(merchant, guides, { isTrial }) }),
  );
  scope.post(
    '/guides/closed-days/import',
    { schema: { body: ClosedDaysImportBody, response }, config: WRITE },
    async ({ merchant, body: { days, isTrial = false } }) =>
      ok({ guideIds: await imports.closedDays(merchant, days, { isTrial }) }),
  );
}

function readingRoutes(scope: Scope, studio: Studio, now: () => Date): void {
  scope.get(
    '/guides',
    { schema: { querystring: StudioGuidesQuery, response: answers(StudioGuides, ...OWN) }, config: READ },
    async ({ merchant, query }) => ok(await studio.guides(merchant, query)),
  );
  scope.get(
    '/guides/calendar',
    {
      schema: { querystring: StudioCalendarQuery, response: answers(StudioCalendars, ...OWN) },
      config: READ,
    },
    async ({ merchant, query }) => ok(await studio.calendars(merchant, query)),
  );
  scope.post(
    '/guides/preview',
    {
      schema: { body: PreviewBody, response: answers(Preview, ...OWN) },
      config: { ...READ, onlyReads: true },
    },
    async ({ merchant, body }) => ok(previewGuide(merchant, body, now())),
  );
  scope.post(
    '/guides/preview/year',
    {
      schema: { body: PreviewBody, response: answers(YearPreview, ...OWN) },
      config: { ...READ, onlyReads: true },
    },
    async ({ merchant, body }) => ok(previewYear(merchant, body, now())),
  );
}

function calendarRoutes(scope: Scope, calendars: CalendarSettings, consoleBaseUrl: string): void {
  const done = { ...GUIDE, response: answers(NOTHING, ...OWN) };
  scope.get(
    '/guides/:guideId/calendar',
    { schema: { ...GUIDE, response: answers(CalendarSettingsSchema, ...OWN) }, config: READ },
    async ({ merchant, params }) => ok(await calendars.show(merchant, params.guideId)),
  );
  scope.post(
    '/guides/:guideId/feed',
    { schema: { ...GUIDE, response: answers(NewFeed, ...OWN) }, config: WRITE },
    async ({ merchant, params }) => {
      const token = await calendars.makeFeed(merchant, params.guideId);
      return ok({ url: feedAddress(consoleBaseUrl, token) });
    },
  );
  scope.delete('/guides/:guideId/feed', { schema: done, config: WRITE }, async ({ merchant, params }) => {
    await calendars.endFeed(merchant, params.guideId);
    return ok({});
  });
  scope.put(
    '/guides/:guideId/import',
    { schema: { ...done, body: ImportBody }, config: WRITE },
    async ({ merchant, params, body }) => {
      await calendars.saveImport(merchant, params.guideId, body.url);
      return ok({});
    },
  );
  scope.delete('/guides/:guideId/import', { schema: done, config: WRITE }, async ({ merchant, params }) => {
    await calendars.removeImport(merchant, params.guideId);
    return ok({});
  });
  scope.post('/guides/:guideId/import/run', { schema: done, config: WRITE }, async ({ merchant, params }) => {
    await calendars.importNow(merchant, params.guideId);
    return ok({});
  });
}

const STUDIO_FEED = '/studio-feed';

/** The feed of all guides. */
function feedRoutes(scope: Scope, feed: StudioFeedSettings, consoleBaseUrl: string): void {
  scope.get(
    STUDIO_FEED,
    { schema: { response: answers(StudioFeedShown, 'merchantKindForbidden') }, config: READ },
    async ({ merchant }) => ok(await feed.show(merchant)),
  );
  scope.post(
    STUDIO_FEED,
    { schema: { response: answers(NewFeed, 'merchantKindForbidden') }, config: WRITE },
    async ({ merchant }) => ok({ url: feedAddress(consoleBaseUrl, await feed.make(merchant)) }),
  );
  scope.delete(
    STUDIO_FEED,
    { schema: { response: answers(NOTHING, 'merchantKindForbidden') }, config: WRITE },
    async ({ merchant }) => {
      await feed.end(merchant);
      return ok({});
    },
  );
}

const feedAddress = (consoleBaseUrl: string, token: string) => `${consoleBaseUrl}/calendar/${token}.ics`;

/** The body is the picture itself. */
const photoRoute = (photos: GuidePhotos): FastifyPluginAsyncTypebox =>
  async function photo(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...PHOTO_TYPES], (_request, body, done) => done(null, body));
    scope.post(
      '/guides/:guideId/photo',
      {
        schema: {
          ...GUIDE,
          consumes: [...PHOTO_TYPES],
          headers: IfMatchHeaders,
          response: answers(Type.Object({ url: Type.String() }), ...OWN, 'guideChanged'),
        },
        config: { ...WRITE, upload: { most: MAX_PHOTO_BYTES, held: MAX_PHOTO_BYTES } },
        bodyLimit: MAX_PHOTO_BYTES,
      },
      async ({ merchant, params: { guideId }, headers, body }) => {
        const own = { guideId, ifMatch: headers['if-match'] };
        return ok({ url: await photos.add(merchant, own, () => readPicture(body)) });
      },
    );
  };

/** A picture is checked as a whole. @throws InvalidParameter where it is no picture, or too large. */
async function readPicture(body: unknown): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Without a body there is no stream.
  for await (const piece of body instanceof Readable ? body : []) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length > MAX_PHOTO_BYTES)
      throw invalidParameter('body', 'body_too_large', `must be at most ${MAX_PHOTO_BYTES} bytes`);
  }
  return Buffer.concat(pieces, length);
}
