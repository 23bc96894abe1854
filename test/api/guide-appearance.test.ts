import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { updateGuideIndex } from '../../jobs/guide-indexer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';

let api: TestApp;
let other: ClientCredentials;
beforeAll(async () => {
  api = await createTestApp();
  other = await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
});
afterAll(() => api.close());

const BODY = {
  name: 'Olívia Prado',
  area: 'Évora',
  languages: ['pt'],
  serviceTypes: ['city_walk'],
  dayRate: 140.5,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  maxGuests: 6,
};
const send = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  client = api.sandbox.studio,
) => (await api.as(client, { method, url: `/open/v1/guide/${path}`, ...(payload && { payload }) })).json();
const created = async (changes: object = {}) => (await send('POST', 'create', { ...BODY, ...changes })).data;
const PHOTOS = [
  { url: 'https://images.example.com/1.jpg', caption: 'The aqueduct' },
  { url: 'https://images.example.com/2.jpg?size=l' },
];

test('location and photos are kept, shown by detail and list, and taken away again', async () => {
  const location = { latitude: 38.571, longitude: -7.9135 };
  const { guideId } = await created({ location, photos: PHOTOS });
  expect((await send('GET', `detail/${guideId}`)).data).toMatchObject({ location, photos: PHOTOS });
  const near = await send('GET', 'list?near=38.57,-7.91&radiusKm=5');
  expect(near.data.list[0]).toMatchObject({ guideId, location, coverPhoto: PHOTOS[0] });

  const renamed = await send('PUT', `update/${guideId}`, { name: 'Olívia' });
  expect(renamed.data).toMatchObject({ location, photos: PHOTOS });
  const bare = await send('PUT', `update/${guideId}`, { location: null, photos: [] });
  expect(bare.data).toMatchObject({ location: null, photos: [] });
  expect((await send('GET', 'list?near=38.57,-7.91&radiusKm=5')).data.total).toBe(0);
});

test.each([
  [{ photos: [{ url: 'http://images.example.com/1.jpg' }] }, 'body.photos.0.url'],
  [{ photos: [PHOTOS[0], { url: 'https://me:secret@example.com/1.jpg' }] }, 'body.photos.1.url'],
  [{ photos: [{ url: 'https://me@example.com/1.jpg' }] }, 'body.photos.0.url'],
  [{ photos: [{ url: 'javascript:alert(1)' }] }, 'body.photos.0.url'],
  [{ photos: [{ url: 'https://' }] }, 'body.photos.0.url'],
  [{ photos: [{ url: ' https://example.com/1.jpg' }] }, 'body.photos.0.url'],
  [{ photos: [{ url: `https://example.com/${'x'.repeat(2_000)}` }] }, 'body.photos.0.url'],
  [{ photos: [{ url: PHOTOS[0]!.url, caption: '' }] }, 'body.photos.0.caption'],
  [{ photos: Array(21).fill(PHOTOS[1]) }, 'body.photos'],
  [{ location: { latitude: 91, longitude: 0 } }, 'body.location.latitude'],
  [{ location: { latitude: 1 } }, 'body.location.longitude'],
])('%j is refused', async (changes, path) => {
  const { code, data } = await send('POST', 'create', { ...BODY, ...changes });
  expect([code, data.details[0].path]).toEqual([40001, path]);
});

describe('a studio lists its own guides', () => {
  test('of every status and visibility, and of nobody else; filters hold', async () => {
    const studioKey = other.clientId;
    await createGuide(api, { id: 'G81', studioKey, status: 'retired', visibility: 'partners' });
    await createGuide(api, { id: 'G82', studioKey, status: 'paused' });
    await createGuide(api, { id: 'G83', studioKey });
    await createGuide(api, { id: 'G84' });
    for (const indexed of [false, true]) {
      if (indexed) await updateGuideIndex(api.orm);
      const ids = async (query: string) => {
        const { total, list } = (await send('GET', `list?${query}`, undefined, other)).data;
        expect(total).toBe(list.length);
        return list.map(({ guideId }: { guideId: string }) => guideId);
      };
      expect(await ids('own=true')).toEqual(['G81', 'G82', 'G83']);
      expect(await ids('own=true&status=paused')).toEqual(['G82']);
      expect(await ids('own=true&size=100&sort=-name')).toEqual(['G83', 'G82', 'G81']);
      expect((await ids('own=false&size=100')).length).toBeGreaterThan(30);
    }
  });

  test('who is no studio has none', async () => {
    expect((await send('GET', 'list?own=true', undefined, api.sandbox.agency)).code).toBe(40006);
  });
});

test('what a new guide is by default stands in the OpenAPI document; a change takes no default', async () => {
  const document = (await api.app.inject('/openapi.json')).json();
  const membersOf = (operation: { requestBody: { content: Record<string, { schema: Schema }> } }) => {
    const schema = operation.requestBody.content['application/json']!.schema;
    const name = schema.$ref?.split('/').at(-1);
    return (name === undefined ? schema : document.components.schemas[name]).properties as Record<
      string,
      Schema
    >;
  };
  const create = membersOf(document.paths['/open/v1/guide/create'].post);
  const update = membersOf(document.paths['/open/v1/guide/update/{guideId}'].put);
  const guide = await created();
  const optional = Object.entries(create).filter(([name]) => !(name in BODY));
  expect(optional.map(([name]) => name)).toEqual(
    expect.arrayContaining(['status', 'visibility', 'cancellationPolicy']),
  );
  for (const [name, schema] of optional) {
    expect([name, update[name]]).toEqual([name, expect.not.objectContaining({ default: expect.anything() })]);
    if (name === 'serviceAreas') continue;
    // A limit that there is not is left out.
    const value = guide[name] ?? null;
    const shown = Array.isArray(value) || schema.default === null ? value : expect.anything();
    expect([name, schema.default]).toEqual([name, shown]);
    if (typeof schema.default !== 'object') expect([name, guide[name]]).toEqual([name, schema.default]);
  }
  expect(guide.cancellationPolicy.preset).toBe('moderate');

  await send('PUT', `update/${guide.guideId}`, { status: 'paused', visibility: 'partners' });
  expect((await send('PUT', `update/${guide.guideId}`, { profile: 'x' })).data).toMatchObject({
    status: 'paused',
    visibility: 'partners',
  });
});

interface Schema {
  readonly $ref?: string;
  readonly default?: unknown;
}
