import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { updateGuideIndex } from '../../db/queries/guide-index.ts';
import { searchable } from '../../domain/guide.ts';
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
