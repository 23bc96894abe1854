/** `waitlistWindowMinutes` of a guide, as its studio writes it and others read it (docs/orders.md, "The reserved window"). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Guide } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const GUIDE = {
  ...{ name: 'Wanda', area: 'Waitville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 90, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8 },
};

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

async function send(client: ClientCredentials, options: InjectOptions, described: string) {
  const headers = { authorization: `Bearer ${await api.token(client)}` };
  const answer = await app.inject({ ...options, headers });
  expectDescribed(options.method ?? 'GET', `/open/v1/${described}`, answer);
  return answer.json();
}
const create = (payload: object) =>
  send(
    studio,
    { method: 'POST', url: '/open/v1/guide/create', payload: { ...GUIDE, ...payload } },
    'guide/create',
  );
const update = (id: string, payload: object) =>
  send(studio, { method: 'PUT', url: `/open/v1/guide/update/${id}`, payload }, 'guide/update/{guideId}');
const shown = async (id: string, client = agency) => {
  const answer = await send(client, { url: `/open/v1/guide/detail/${id}` }, 'guide/detail/{guideId}');
  return answer.data.waitlistWindowMinutes;
};

test('a studio sets it, changes it and takes it away; agencies see it', async () => {
  const { code, data } = await create({ waitlistWindowMinutes: 45 });
  expect([code, data.waitlistWindowMinutes]).toEqual([200, 45]);
  const { guideId: id } = data;
  expect([await shown(id), await shown(id, studio)]).toEqual([45, 45]);
  expect((await update(id, { name: 'Wanda the Walker' })).data.waitlistWindowMinutes).toBe(45);
  expect((await update(id, { waitlistWindowMinutes: 1_440 })).data.waitlistWindowMinutes).toBe(1_440);
  for (const none of [null, 0]) {
    await update(id, { waitlistWindowMinutes: 30 });
    expect(await update(id, { waitlistWindowMinutes: none })).toMatchObject({ code: 200 });
    expect(await shown(id)).toBeUndefined();
  }
});

test('a guide that says nothing of it has none', async () => {
  const { data } = await create({});
  expect(await shown(data.guideId)).toBeUndefined();
});

test.each([-1, 1_441, 0.5, '30', 1e300])(
  '%j is refused, and changes nothing',
  async (waitlistWindowMinutes) => {
    const { data } = await create({ waitlistWindowMinutes: 20 });
    const refused = await update(data.guideId, { waitlistWindowMinutes, name: 'Another' });
    expect(refused).toMatchObject({
      code: 40001,
      data: { details: [{ path: 'body.waitlistWindowMinutes' }] },
    });
    expect(await api.orm.em.fork().findOneOrFail(Guide, data.guideId)).toMatchObject({
      ...{ waitlistWindowMinutes: 20, name: GUIDE.name },
    });
    expect(await create({ waitlistWindowMinutes })).toMatchObject({ code: 40001 });
  },
);
