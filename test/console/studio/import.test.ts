/** Guides and closed days from a file: all rows or none, and a trial that changes nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Guide } from '../../../db/entities/index.ts';
import { createOrderRow } from '../../support/orders.ts';
import { createStudioWorld, type StudioWorld } from './world.ts';

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world.close());

const guide = (name: string, more = {}) => ({
  ...{ name, area: 'Lisbon', languages: ['pt'], serviceTypes: ['city_walk'], dayRate: 120.5 },
  ...{ currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8 },
  ...more,
});
const send = async (what: 'import' | 'closed-days/import', payload: object, headers = {}) =>
  (await world.own('POST', `guides/${what}`, { payload, headers })).json();
const named = (name: string) => world.api.orm.em.fork().count(Guide, { name });

test('a trial says what it would come to, and changes nothing; then all of it is made', async () => {
  const guides = [guide('Ana Trial'), guide('Rui Trial', { visibility: 'partners' })];
  const trial = await send('import', { guides, isTrial: true });
  expect([trial.code, trial.data.guideIds.length]).toEqual([200, 2]);
  expect(await named('Ana Trial')).toBe(0);
  const { code, data } = await send('import', { guides });
  expect(code).toBe(200);
  const made = await world.api.orm.em
    .fork()
    .find(Guide, { id: { $in: data.guideIds } }, { orderBy: { id: 'asc' } });
  expect(made.map(({ name, dayRate, visibility }) => [name, dayRate, visibility])).toEqual([
    ['Ana Trial', 12_050, 'public'],
    ['Rui Trial', 12_050, 'partners'],
  ]);
  const subjects = data.guideIds.map((id: string) => `guide:${id}`);
  const audited = { action: 'guide.created', subject: { $in: subjects } };
  expect(await world.api.orm.em.fork().count(AuditEntry, audited)).toBe(2);
});

test('one bad row, and none is made; every bad one is named with its row', async () => {
  const guides = [
    guide('Fine One'),
    guide('Zone', { timeZone: 'Moon/Base' }),
    guide('Lang', { languages: ['xx'] }),
  ];
  const { code, data } = await send('import', { guides });
  expect(code).toBe(40001);
  expect(data.details.map(({ path }: { path: string }) => path)).toEqual([
    'body.guides.1.timeZone',
    'body.guides.2.languages.0',
  ]);
  const shape = await send('import', {
    guides: [guide('Fine One'), guide('Amount', { dayRate: '1.200 EUR' })],
  });
  expect(shape.data.details[0].path).toBe('body.guides.1.dayRate');
  expect(await named('Fine One')).toBe(0);
});

test('under a key it is made once', async () => {
  const key = { 'idempotency-key': 'from-a-file' };
  const once = () => send('import', { guides: [guide('Only Once')] }, key);
  const [first, second] = [await once(), await once()];
  expect(second).toEqual(first);
  expect(await named('Only Once')).toBe(1);
});

test('more than a file may have, none, and what a file has no column for are refused', async () => {
  for (const guides of [[], Array.from({ length: 201 }, (_, n) => guide(`Many ${n}`))])
    expect((await send('import', { guides })).code).toBe(40001);
  expect((await send('import', { guides: [guide('Own Id', { guideId: 'G1' })] })).code).toBe(40001);
});

test('days are blocked for all rows or for none; booked ones, other guides and the past are named', async () => {
  const [one, two] = [await world.newGuide({}), await world.newGuide({})];
  const trip = { guideId: two, tripDate: '2027-09-10', tripDays: 1, status: 'confirmed' } as const;
  await createOrderRow(world.api, { id: 'ORD900021', ...trip });
  const days = [
    { guideId: one, startDate: '2027-08-01', endDate: '2027-08-03' },
    { guideId: two, startDate: '2027-09-09', endDate: '2027-09-12' },
    { guideId: 'G99999', startDate: '2027-09-09', endDate: '2027-09-12' },
    { guideId: one, startDate: '2020-01-01', endDate: '2020-01-02' },
  ];
  const refused = await send('closed-days/import', { days });
  expect(refused.code).toBe(40001);
  expect(refused.data.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'body.days.1',
    'body.days.2.guideId',
    'body.days.3.endDate',
  ]);
  const blockedOf = async (id: string) => (await world.api.orm.em.fork().findOneOrFail(Guide, id)).blocked;
  expect(await blockedOf(one)).toEqual([]);
  const good = [days[0]!, { guideId: one, startDate: '2027-08-04', endDate: '2027-08-05' }];
  expect((await send('closed-days/import', { days: good, isTrial: true })).code).toBe(200);
  expect(await blockedOf(one)).toEqual([]);
  expect((await send('closed-days/import', { days: good })).data).toEqual({ guideIds: [one] });
  expect(await blockedOf(one)).toEqual([{ startDate: '2027-08-01', endDate: '2027-08-05' }]);
});
