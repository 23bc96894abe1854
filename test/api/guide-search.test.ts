import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchable } from '../../domain/guide.ts';
import { addDays } from '../../domain/trip.ts';
import { updateGuideIndex } from '../../jobs/guide-indexer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const list = async (query: Record<string, string>) => {
  const url = `/open/v1/guide/list?${new URLSearchParams({ size: '100', ...query })}`;
  return (await api.as(api.sandbox.agency, { url })).json().data;
};
const found = async (query: Record<string, string>) => {
  const { total, list: guides } = await list(query);
  const ids = guides.map(({ guideId }: { guideId: string }) => guideId);
  expect(total).toBe(ids.length);
  return ids;
};

describe('accents, strokes and case do not matter', () => {
  let number = 100;
  test.each([
    ['Łukasz Żółć', 'lukasz zolc', 'Łódź', 'lodz'],
    ['Sigrid Ødegård', 'ODEGARD', 'Tromsø', 'TROMSO'],
    ['Đurđa Šimić', 'durda', 'Đakovo', 'dakovo'],
    ['Þóra Æsisdóttir', 'thora aesis', 'Seyðisfjörður', 'seydisfjordur'],
    ['Gerd Weiß', 'WEISS', 'Gießen', 'GIESSEN'],
    ['İrem Yıldız', 'irem yildiz', 'Iğdır', 'IGDIR'],
    ['Νίκος', 'ΝΙΚΟΣ', 'Άγιος Νικόλαος', 'ΑΓΙΟΣ ΝΙΚΟΛΑΟΣ'],
    ['יָעֵל', 'יעל', 'יְרוּשָׁלַיִם', '\u200fירושלים'],
    ['فَاطِمَة', 'فاطمة', 'مَرَّاكُش', 'مراكش'],
    ['Ｋｅｎ ガイド', 'ken ガイド', 'ﾄｳｷｮｳ', 'トウキョウ'],
    ['Guia', 'guia', 'E\u0301vora  Monte', ' évora monte'],
  ])('%s is found by %s, in %s by %s', async (name, text, area, wanted) => {
    const id = `G${number++}`;
    await createGuide(api, { id, name, area, serviceAreas: [area] });
    expect(await found({ text })).toContain(id);
    expect(await found({ area: wanted })).toEqual([id]);
    await updateGuideIndex(api.orm);
    expect(await found({ area: wanted })).toEqual([id]);
  });

  test('what differs by more than that is told apart', async () => {
    await createGuide(api, { id: 'G201', area: 'दिल्ली', serviceAreas: [] });
    await createGuide(api, { id: 'G202', area: 'か', serviceAreas: [] });
    expect(await found({ area: 'दिल्ली' })).toEqual(['G201']);
    expect(await found({ area: 'दल्ला' })).toEqual([]);
    expect(await found({ area: 'が' })).toEqual([]);
    expect(await found({ area: 'u0001' })).toEqual(await found({ area: '\u0001' }));
  });

  test('an area that grows as it is made comparable is found all the same', async () => {
    const area = '\ufdfa'.repeat(100);
    await createGuide(api, { id: 'G203', area, serviceAreas: [] });
    await updateGuideIndex(api.orm);
    expect(await found({ area })).toEqual(['G203']);
  });

  test('comparing twice is comparing once', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(fc.property(text, (one) => expect(searchable(searchable(one))).toBe(searchable(one))));
  });
});

describe('what a guide offers', () => {
  beforeAll(async () => {
    const area = 'Offerton';
    const one = (id: string, guide: object) => createGuide(api, { id, area, serviceAreas: [], ...guide });
    await one('G301', { languages: ['pt-BR'], dayRate: 10_000, maxGuests: 4, serviceTypes: ['Vélo Tour'] });
    await one('G302', {
      languages: ['PT', 'en-GB'],
      dayRate: 10_001,
      maxGuests: 8,
      instantConfirmation: true,
    });
    await one('G303', { languages: ['zh-Hant-TW'], dayRate: 20_000, maxGuests: 255 });
    await one('G304', { languages: ['en'], dayRate: 20_000, currency: 'JPY', maxGuests: 256 });
  });

  test.each([
    [{ language: 'pt' }, ['G301', 'G302']],
    [{ language: 'pt-br' }, ['G301']],
    [{ language: 'zh-hant' }, ['G303']],
    [{ language: 'zh-tw' }, []],
    [{ language: 'EN' }, ['G302', 'G304']],
    [{ serviceType: 'velo  tour' }, ['G301']],
    [{ guests: '5' }, ['G302', 'G303', 'G304']],
    [{ guests: '256' }, ['G304']],
    [{ instantConfirmation: 'true' }, ['G302']],
    [{ instantConfirmation: 'false' }, ['G301', 'G303', 'G304']],
    [{ currency: 'eur', minPrice: '100.01' }, ['G302', 'G303']],
    [{ currency: 'EUR', minPrice: '100.001' }, ['G302', 'G303']],
    [{ currency: 'EUR', maxPrice: '100.009' }, ['G301']],
    [{ currency: 'EUR', minPrice: '100', maxPrice: '200' }, ['G301', 'G302', 'G303']],
    [{ currency: 'EUR', minPrice: '100000000000' }, []],
    [{ currency: 'JPY', minPrice: '20000', maxPrice: '20000' }, ['G304']],
  ])('%j finds %j', async (query, ids) => {
    expect(await found({ area: 'offerton', ...query })).toEqual(ids);
    await updateGuideIndex(api.orm);
    expect(await found({ area: 'offerton', ...query })).toEqual(ids);
  });

  test.each([
    [{ minPrice: '1' }, 'query.minPrice'],
    [{ maxPrice: '1' }, 'query.maxPrice'],
    [{ currency: 'XXX', maxPrice: '1' }, 'query.currency'],
    [{ currency: 'EUR', minPrice: '2', maxPrice: '1' }, 'query.maxPrice'],
    [{ minPrice: '-1', currency: 'EUR' }, 'query.minPrice'],
    [{ minPrice: '1e400', currency: 'EUR' }, 'query.minPrice'],
    [{ language: 'not a language' }, 'query.language'],
    [{ language: 'p' }, 'query.language'],
    [{ guests: '0' }, 'query.guests'],
    [{ guests: '501' }, 'query.guests'],
    [{ instantConfirmation: 'maybe' }, 'query.instantConfirmation'],
    [{ radiusKm: '5' }, 'query.radiusKm'],
    [{ sort: 'distance' }, 'query.sort'],
    [{ near: '38.7' }, 'query.near'],
    [{ near: '91,0' }, 'query.near'],
    [{ near: '0,180.1' }, 'query.near'],
    [{ near: 'Infinity,0' }, 'query.near'],
    [{ near: '0,0', radiusKm: '501' }, 'query.radiusKm'],
    [{ near: '0,0', radiusKm: '0' }, 'query.radiusKm'],
  ])('%j is refused for %s', async (query, path) => {
    const url = `/open/v1/guide/list?${new URLSearchParams(query as Record<string, string>)}`;
    const answer = await api.as(api.sandbox.agency, { url });
    expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path }] } });
  });
});

describe('guides with whom nothing can be booked for such a party, or on so few days', () => {
  beforeAll(async () => {
    const area = 'Leastham';
    const one = (id: string, guide: object) =>
      createGuide(api, { id, area, serviceAreas: [], maxGuests: 8, ...guide });
    const walk = {
      tripKindId: 'walk',
      name: 'A walk',
      durationMinutes: 60,
      startTimes: ['09:00'],
      price: 40,
    };
    await one('G321', { minGuests: 3 });
    await one('G322', { minGuests: 3, tripKinds: [{ ...walk, maxGuests: 1 }] });
    const shared = { ...walk, tripKindId: 'shared', minGuests: 4, capacity: 6 };
    const walks = [{ ...walk, maxGuests: 2 }, shared];
    await one('G323', { offersWholeDays: false, tripKinds: walks });
    await one('G324', { minDays: 3 });
    await one('G325', { minDays: 3, tripKinds: [walk] });
  });

  test.each([
    [{ guests: '1' }, ['G322', 'G323', 'G324', 'G325']],
    [{ guests: '2' }, ['G323', 'G324', 'G325']],
    [{ guests: '3' }, ['G321', 'G322', 'G324', 'G325']],
    [{ guests: '4' }, ['G321', 'G322', 'G323', 'G324', 'G325']],
    [{ guests: '6' }, ['G321', 'G322', 'G323', 'G324', 'G325']],
    [{ guests: '7' }, ['G321', 'G322', 'G324', 'G325']],
    [{ guests: '9' }, []],
    [{ nights: 0 }, ['G321', 'G322', 'G323', 'G325']],
    [{ nights: 1 }, ['G321', 'G322', 'G323', 'G325']],
    [{ nights: 2 }, ['G321', 'G322', 'G323', 'G324', 'G325']],
    [{ nights: 99 }, ['G321', 'G322', 'G323', 'G324', 'G325']],
    [{ nights: 1, guests: '2' }, ['G323', 'G325']],
  ])('%j finds %j', async ({ nights, ...guests }: { nights?: number; guests?: string }, ids) => {
    const from = addDays(api.clock.now.toISOString().slice(0, 10), 30);
    const days = nights === undefined ? {} : { availableFrom: from, availableTo: addDays(from, nights) };
    const query = { area: 'leastham', ...guests, ...days };
    expect(await found(query)).toEqual(ids);
    await updateGuideIndex(api.orm);
    expect(await found(query)).toEqual(ids);
  });
});

/** In the ocean, far from the sandbox's own guides. */
describe('near a place', () => {
  beforeAll(async () => {
    const at = (id: string, latitude: number, longitude: number, guide = {}) =>
      createGuide(api, { id, latitude, longitude, ...guide });
    await at('G401', 38.7139, -39.1334);
    await at('G402', 38.7223, -39.1393, { name: 'Zed' });
    await at('G403', 41.1496, -38.611, { name: 'Abe' });
    await at('G404', -13.8333, -171.75);
    await at('G405', -17.7134, 178.065);
    await at('G406', 89.9, 0);
    await at('G407', 38.7139, -39.1334, { visibility: 'partners' });
  });

  test('guides are found by distance, the nearest first, and say how far they are', async () => {
    const { total, list: guides } = await list({ near: '38.7139,-39.1334', radiusKm: '300' });
    expect(guides.map(({ guideId, distanceKm }: never) => [guideId, distanceKm])).toEqual([
      ['G401', 0],
      ['G402', 1.065],
      ['G403', 274.475],
    ]);
    expect(total).toBe(3);
    expect(guides[0].location).toEqual({ latitude: 38.7139, longitude: -39.1334 });
  });

  test.each([
    [{ near: '38.7139,-39.1334' }, ['G401', 'G402']],
    [{ near: '38.7139,-39.1334', radiusKm: '1' }, ['G401']],
    [{ near: '38.7139,-39.1334', radiusKm: '300', sort: 'name', text: 'abe' }, ['G403']],
    [{ near: '38.7139,-39.1334', size: '1', page: '2' }, ['G402']],
    // On the other side of the 180th meridian, and of the pole.
    [{ near: '-17.7,-179.9', radiusKm: '300' }, ['G405']],
    [{ near: '89.95,180', radiusKm: '20' }, ['G406']],
    [{ near: '0,0' }, []],
  ])('%j finds %j', async (query, ids) => {
    const { list: guides } = await list(query as Record<string, string>);
    expect(guides.map(({ guideId }: { guideId: string }) => guideId)).toEqual(ids);
  });
});

test('names are sorted as people sort them, the same name by number, both ways', async () => {
  const names = [
    'Zoë',
    'zita',
    'Ángel',
    'angela',
    'Øyvind',
    'Angel',
    'Olaf',
    'Łukasz',
    'Lukas',
    'Mia',
    'Angel',
  ];
  for (const [n, name] of names.entries())
    await createGuide(api, { id: `G${9 + n}`, name, area: 'Sortland' });
  const read = async (sort: string) =>
    (await list({ area: 'Sortland', sort })).list.map(
      ({ name, guideId }: { name: string; guideId: string }) => `${name} ${guideId}`,
    );
  const up = await read('name');
  expect(up).toEqual([
    'Angel G14',
    'Angel G19',
    'Ángel G11',
    'angela G12',
    'Lukas G17',
    'Łukasz G16',
    'Mia G18',
    'Olaf G15',
    'Øyvind G13',
    'zita G10',
    'Zoë G9',
  ]);
  expect(await read('-name')).toEqual(up.toReversed());
  const pages = ['1', '2', '3', '4'].map((page) => list({ area: 'Sortland', sort: 'name', size: '3', page }));
  const paged = (await Promise.all(pages)).flatMap((page) => page.list);
  expect(paged.map(({ name, guideId }) => `${name} ${guideId}`)).toEqual(up);
});

/** So many guides that reading all of them does not pay. */
const CROWD = `
insert into guide select one.* from generate_series(1, 2000) n, guide,
  jsonb_populate_record(guide, jsonb_build_object('id', 'G' || 70000 + n, 'name', md5(n::text),
    'search_text', md5(n::text) || md5('p' || n), 'area_keys', array['area ' || n % 100])) one
where guide.id = 'G1001'`;

test.each([
  ['guide_by_area', `select id from guide where deleted_at is null and area_keys @> array['evora']`],
  ['guide_by_language', `select id from guide where deleted_at is null and language_keys @> array['zz']`],
  [
    'guide_by_service_type',
    `select id from guide where deleted_at is null and service_type_keys @> array['zz']`,
  ],
  [
    'guide_of_partners',
    `select id from guide where visibility = 'partners' and studio_key = any (array['mk_sandbox_studio', 'mk_other'])`,
  ],
  ['guide_by_text', `select id from guide where deleted_at is null and search_text like '%lukasz%'`],
  [
    'guide_by_name',
    `select id from guide where sandbox = true and deleted_at is null
     order by name collate "und-x-icu", length(id), id limit 10`,
  ],
])('%s serves its query', async (index, query) => {
  // The application may not analyze.
  const em = api.unbounded.em.fork();
  await em.begin();
  await em.execute(CROWD);
  await em.execute('analyze guide');
  const plan = await em.execute(`explain ${query}`);
  await em.rollback();
  expect(JSON.stringify(plan)).toContain(index);
  expect(JSON.stringify(plan)).not.toContain('Sort');
});
