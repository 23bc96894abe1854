import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Guide } from '../../../db/entities/index.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { createOrderRow } from '../../support/orders.ts';
import { until } from '../../support/until.ts';

/** A real browser on a busy machine takes its time. */

let console_: ConsoleInBrowser;
let page: Page;
/** `/CO…/sandbox`. */
let root: string;
beforeAll(async () => {
  console_ = await openConsole();
  page = await console_.signedIn('studio');
  await page.waitForURL(/\/CO\d+\/sandbox/);
  root = /\/CO\d+\/sandbox/.exec(page.url())![0];
});
afterAll(() => console_.close());

const NEXT_MONTH = addDays(`${todayIn('UTC', new Date()).slice(0, 7)}-01`, 40).slice(0, 7);
const day = (number: number) => `${NEXT_MONTH}-${String(number).padStart(2, '0')}`;
const cell = (number: number) => page.locator(`[data-day="${day(number)}"]`);
const state = (number: number) => cell(number).getAttribute('title');
const guideCalendar = () => page.goto(`${root}/guides/G1001/calendar?month=${NEXT_MONTH}`);
const nameOf = (of: Page) => of.locator('input[name="name"]');
const toast = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

/** A picture of 40 by 30, more or less red. */
function png(red = 200): Buffer {
  const crcs = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = crcs[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 40, 0, 0, 0, 30, 8, 2, 0, 0, 0]);
  const row = Buffer.from([0, ...Array.from({ length: 40 }, () => [red, 30, 30]).flat()]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: 30 }, () => row)));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('a guide is made with a photo, and the price is shown before it is saved', async () => {
  await page.goto(`${root}/guides/new`);
  await nameOf(page).fill('Olívia Prado');
  await page.getByLabel('Main area').fill('Évora');
  for (const [field, names] of [
    ['Languages', ['Portuguese', 'english']],
    ['Kinds of service', ['City walks']],
  ] as const) {
    for (const name of names) {
      await page.getByRole('combobox', { name: field }).fill(name);
      await page.keyboard.press('Tab');
      // The next field shows its choices, and hides the page behind them.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
  }
  await page.getByLabel('Day rate').first().fill('150');
  await page.getByLabel('Day rate').first().blur();
  const preview = page.getByRole('region', { name: 'Price preview' });
  await preview.getByText('€300.00').first().waitFor();
  await page.setInputFiles('input[type=file]', { name: 'me.png', mimeType: 'image/png', buffer: png() });
  await page.getByRole('button', { name: 'Create guide' }).click();
  await page.waitForURL(/\/guides\/G\d+$/);
  const picture = page.locator('img.picture.large');
  await picture.waitFor();
  await page.waitForFunction(
    () => (document.querySelector('img.picture.large') as HTMLImageElement).naturalWidth === 40,
  );
  await expectAccessible(page);
  // One more, while something is typed: nobody else has been there.
  await page.getByLabel('Main area').fill('Estremoz');
  await page.setInputFiles('input[type=file]', { name: 'two.png', mimeType: 'image/png', buffer: png(90) });
  await toast('The photo is the new cover.').waitFor();
  await page.locator('img.picture.large').nth(1).waitFor();
  expect(await page.getByText('Someone else saved this guide').count()).toBe(0);
  expect(await page.getByLabel('Main area').inputValue()).toBe('Estremoz');
});

test('days are blocked by dragging over them, and a click takes it back', async () => {
  await guideCalendar();
  await cell(10).waitFor();
  const [from, to] = [await cell(10).boundingBox(), await cell(12).boundingBox()];
  await page.mouse.move(from!.x + 20, from!.y + 20);
  await page.mouse.down();
  await page.mouse.move(to!.x + 20, to!.y + 20, { steps: 5 });
  await page.mouse.up();
  await toast('3 days blocked.').waitFor();
  expect(await state(11)).toMatch(/Blocked$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(
    (of) => document.querySelector(of)?.getAttribute('title')?.includes(': Free, €'),
    `[data-day="${day(11)}"]`,
  );
});

test('days are chosen, blocked and freed by keys alone; what is booked stays and leads to its order', async () => {
  const id = `ORD${Date.now()}000001`;
  await createOrderRow(console_.platform, {
    id,
    guideId: 'G1001',
    tripDate: day(22),
    tripDays: 1,
    status: 'confirmed',
  });
  await guideCalendar();
  await cell(20).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('b');
  await toast('2 days blocked. 1 day has a booking and stays.').waitFor();
  expect([await state(21), await state(22), await state(23)].map((text) => text?.split(': ')[1])).toEqual([
    'Blocked',
    'Booked, Ana',
    'Blocked',
  ]);
  await page.keyboard.press('f');
  await toast('2 days free again.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/orders/${id}$`));
});

test('two people write the same guide at once: both hear of it, and neither loses a word', async () => {
  const other = await console_.signedIn('studio');
  const url = `${root}/guides/G1002`;
  await page.goto(url);
  await other.goto(url);
  await other.getByLabel('Profile').fill('Knows every tile of the town.');
  await other.getByLabel('Main area').fill('Sintra');
  await nameOf(page).fill('Rui of mine');
  await page.getByLabel('Main area').fill('Cascais');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await other.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Someone else saved this guide' });
  await note.waitFor();
  expect(await note.textContent()).toContain('Taken from their version: Profile.');
  expect(await note.textContent()).toContain('Cascais');
  expect(await note.textContent()).toContain('Sintra');
  expect(await page.getByLabel('Profile').inputValue()).toBe('Knows every tile of the town.');
  expect(await nameOf(page).inputValue()).toBe('Rui of mine');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use the saved version' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved.').waitFor();
  await other.reload();
  expect(await nameOf(other).inputValue()).toBe('Rui of mine');
  expect(await other.getByLabel('Main area').inputValue()).toBe('Sintra');
});

test('a feed is made at an address that is shown once, and gives the calendar out', async () => {
  await guideCalendar();
  await page.getByRole('button', { name: 'Create an address' }).click();
  const address = await page.locator('.code-sample code').textContent();
  const feed = await page.request.get(address!);
  expect(await feed.text()).toContain('BEGIN:VCALENDAR');
  await page.reload();
  await page.getByRole('button', { name: 'Create a new address' }).waitFor();
  expect(await page.content()).not.toContain(address!);
});

/** What the tests above have not looked at, and all of it in the dark. Few guides: each day of each is looked at. */
const calendarIn = (view: string) => `/calendar?view=${view}&from=${day(6)}&text=rui`;
const LISTS = [
  ...['/guides?text=rui', `/calendar?month=${NEXT_MONTH}&text=rui`, calendarIn('week'), calendarIn('day')],
  ...['/reviews', '/partners'],
];
const PAGES = {
  light: LISTS,
  dark: [...LISTS, '/guides/G1001', `/guides/G1001/calendar?month=${NEXT_MONTH}`],
} as const;

test.each(['light', 'dark'] as const)(
  'every page of the studio is accessible when it is %s',
  async (colorScheme) => {
    const visitor = await console_.signedIn('studio', { colorScheme });
    for (const path of PAGES[colorScheme]) {
      await visitor.goto(`${root}${path}`);
      await visitor.locator('h1').waitFor();
      await visitor.waitForFunction(() => document.querySelector('.skeleton, .skeleton-row') === null);
      await expectAccessible(visitor);
    }
    await visitor.close();
  },
);

test('a feed of all guides is made on their calendar, and ended there', async () => {
  await page.goto(`${root}/calendar?month=${NEXT_MONTH}&text=rui`);
  await page.getByRole('heading', { name: 'Calendar feed of all guides' }).waitFor();
  await page.getByRole('button', { name: 'Create an address' }).click();
  const address = await page.locator('.code-sample code').textContent();
  expect(await (await page.request.get(address!)).text()).toContain('BEGIN:VCALENDAR');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the feed' }).click();
  await page.getByRole('button', { name: 'Create an address' }).waitFor();
  expect((await page.request.get(address!)).status()).toBe(404);
});

test('guides come from a file: what is wrong is named by line and column, then all of them are made', async () => {
  const csv = (currency: string) =>
    Buffer.from(
      `name;area;languages;serviceTypes;dayRate;currency;timeZone;maxGuests\r\n` +
        `Filed One;Lisbon;pt, en;city_walk;120,50;EUR;Europe/Lisbon;8\r\n` +
        `Filed Two;Lisbon;pt;museum;90;${currency};Europe/Lisbon;6\r\n`,
    );
  const choose = (currency: string) =>
    page.setInputFiles('input[type=file]', {
      ...{ name: 'guides.csv', mimeType: 'text/csv', buffer: csv(currency) },
    });
  await page.goto(`${root}/guides`);
  await page.getByRole('link', { name: 'From a file' }).click();
  await choose('EURO');
  await page.getByText('2 guides found.').waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Nothing was imported.').waitFor();
  const row = page.getByRole('row').nth(1);
  expect((await row.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['3', 'currency']);
  await expectAccessible(page);
  await choose('EUR');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Create 2 guides' }).click();
  await toast('2 guides created.').waitFor();
  await page.waitForURL(/\/guides$/);
  await page.getByRole('link', { name: 'Filed Two' }).first().waitFor();
});

test('a week and a day show trips by the guide’s clock; keys lead to their orders, and the address keeps the view', async () => {
  const { platform } = console_;
  const hours = { tripKindId: 'walk', name: 'Walk', durationMinutes: 120, startTimes: ['09:00', '18:00'] };
  const guide = { name: 'Hora Um', timeZone: 'Asia/Tokyo', tripKinds: [{ ...hours, price: 5_000 }] };
  await createGuide(platform, { id: 'G7401', ...guide });
  const [id, night] = [`ORD${Date.now()}000011`, `ORD${Date.now()}000012`];
  const at = (time: string) => new Date(`${day(6)}T${time}:00+09:00`);
  const trip = { guideId: 'G7401', tripDate: day(6), tripDays: 1, status: 'confirmed' } as const;
  await createOrderRow(platform, { ...trip, id, tripStartAt: at('10:00'), tripEndAt: at('12:30') });
  const late = { tripStartAt: at('23:00'), tripEndAt: new Date(at('23:00').getTime() + 3 * 3_600_000) };
  await createOrderRow(platform, { ...trip, id: night, ...late });

  await page.goto(`${root}/calendar?view=week&from=${day(6)}&text=hora`);
  await page.getByRole('link', { name: /10:00 Ana/ }).waitFor();
  expect(await page.getByText('Tokyo').count()).toBe(1);
  await expectAccessible(page);
  await cell(6).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.chosen-days').getByText('Hora Um').waitFor();

  await page.goto(`${root}/calendar?view=day&from=${day(6)}&text=hora`);
  const link = page.getByRole('link', { name: /10:00 Ana/ });
  await link.waitFor();
  await expectAccessible(page);
  const [shown, of] = [await link.boundingBox(), await cell(6).boundingBox()];
  expect(Math.round(((shown!.x - of!.x) / of!.width) * 24)).toBe(10);
  await cell(6).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/orders/${id}$`));
  await page.goBack();
  await link.waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.waitForURL(new RegExp(`view=day&from=${day(7)}|from=${day(7)}.*view=day`));
  await page.getByRole('link', { name: /–02:00 Ana/ }).waitFor();
  await page.getByRole('radio', { name: 'Month' }).check({ force: true });
  await page.waitForURL(new RegExp(`month=${NEXT_MONTH}`));
  await page.getByRole('columnheader', { name: '28', exact: true }).waitFor();
});

test('of 300 guides the rows near the view are drawn; keys go on to the others, whose place is said', async () => {
  for (let number = 1; number <= 300; number += 1)
    await createGuide(console_.platform, { id: `G75${number}`, name: `Viele ${1_000 + number}` });
  await page.goto(`${root}/calendar?view=week&from=${day(6)}&text=viele`);
  const grid = page.getByRole('grid');
  await page.getByRole('link', { name: 'Viele 1001' }).waitFor();
  expect(await grid.getAttribute('aria-rowcount')).toBe('301');
  expect(await grid.locator('tr[aria-rowindex]').count()).toBeLessThan(60);
  await page.locator(`[data-guide="G751"][data-day="${day(6)}"]`).focus();
  const rowOfFocus = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));
  // It stays where the next guide is on its way.
  await until(async () => {
    await page.keyboard.press('ArrowDown');
    return (await rowOfFocus()) === '62';
  });
  // Far away the focus stays where it was, and the next key goes on from there.
  await page.locator('.overview-frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await page.getByRole('link', { name: 'Viele 1300' }).waitFor();
  expect(await rowOfFocus()).toBe('62');
  expect(await grid.locator('tr[aria-rowindex]').count()).toBeLessThan(60);
  await page.keyboard.press('ArrowDown');
  expect(await rowOfFocus()).toBe('63');
  await expectAccessible(page);
});

test('a trip is given places for several parties, and the calendar says how many are taken', async () => {
  const { platform } = console_;
  const tour = {
    tripKindId: 'tour',
    name: 'Together',
    durationMinutes: 120,
    startTimes: ['10:00'],
    price: 5_000,
  };
  await createGuide(platform, { id: 'G7601', name: 'Tilda Junto', maxGuests: 12, tripKinds: [tour] });
  await page.goto(`${root}/guides/G7601`);
  const limits = [
    [/^Places for several parties/, '8'],
    [/^Minimum guests for a start/, '6'],
    [/^Decided how many hours before/, '24'],
  ] as const;
  const write = async (texts: readonly string[]) => {
    for (const [index, [name]] of limits.entries()) {
      const field = page.getByRole('textbox', { name });
      await field.fill(texts[index]!);
      await field.blur();
    }
  };
  await write(limits.map(([, text]) => text));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => {
    const { tripKinds } = await platform.orm.em.fork().findOneOrFail(Guide, 'G7601');
    return tripKinds[0]?.capacity === 8;
  });
  await expectAccessible(page);

  for (const guestCount of [2, 3]) {
    const trip = { ...bookingIn(0, 'G7601'), tripDate: day(14), tripDays: undefined as never, guestCount };
    await bookOrder(platform, platform.sandbox.agency, {
      ...trip,
      ...{ tripKindId: 'tour', startTime: '10:00' },
    });
  }
  await page.goto(`${root}/calendar?view=week&from=${day(14)}&text=junto`);
  await page.getByText('5/8 min 6').first().waitFor();
  await page.getByText('5 of 8 places, needs 6').first().waitFor({ state: 'attached' });
  await expectAccessible(page);

  await page.goto(`${root}/guides/G7601`);
  await write(['', '', '']);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => {
    const { tripKinds } = await platform.orm.em.fork().findOneOrFail(Guide, 'G7601');
    return tripKinds[0] !== undefined && !('capacity' in tripKinds[0]);
  });
});

test('a policy of one’s own counts in hours', async () => {
  const { platform } = console_;
  const tiers = [{ daysBefore: 2, refundShare: 10_000 }];
  const policy = { preset: 'custom', tiers } as const;
  await createGuide(platform, { id: 'G7602', name: 'Hora Três', cancellationPolicy: policy });
  await page.goto(`${root}/guides/G7602`);
  await page.getByRole('radio', { name: 'Hours' }).check({ force: true });
  const hours = page.getByRole('textbox', { name: /^Hours before the trip/ });
  await hours.waitFor();
  expect(await hours.inputValue()).toBe('48');
  await hours.fill('12');
  await hours.blur();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => {
    const { cancellationPolicy } = await platform.orm.em.fork().findOneOrFail(Guide, 'G7602');
    return cancellationPolicy.tiers[0]?.hoursBefore === 12;
  });
  await page.reload();
  await hours.waitFor();
  expect(await hours.inputValue()).toBe('12');
});

test('rates of a trip of hours are written, previewed, saved and taken away', async () => {
  const { platform } = console_;
  const walk = {
    tripKindId: 'walk',
    name: 'Old town',
    durationMinutes: 120,
    startTimes: ['10:00', '19:00'],
    price: 6_000,
  };
  const guestKinds = [{ kind: 'adult' as const, amount: 0 }];
  await createGuide(platform, {
    id: 'G7603',
    name: 'Rita Tarifa',
    maxGuests: 8,
    guestKinds,
    tripKinds: [walk],
  });
  await page.goto(`${root}/guides/G7603`);
  await page.getByRole('button', { name: 'Add a rate' }).click();
  await page.getByRole('group', { name: 'Rate 1' }).getByRole('textbox', { name: /^Name/ }).fill('Evenings');
  const rate = page.getByRole('group', { name: 'Evenings' });
  const type = async (name: RegExp, text: string) => {
    const field = rate.getByRole('textbox', { name });
    await field.fill(text);
    await field.blur();
  };
  await type(/^Price of the trip/, '75.5');
  await type(/^Adults: Added per guest/, '4');
  await type(/^Minimum guests \(/, '2');
  await type(/^Minimum days ahead/, '1');
  // By keys: the bar with the buttons lies over some of them.
  for (const box of ['Saturday', 'Sunday', '19:00'])
    await rate.getByRole('checkbox', { name: box }).press(' ');
  const preview = page.getByRole('region', { name: 'Price preview' });
  await preview.getByRole('button', { name: /Trip/ }).click();
  await page.getByRole('option', { name: 'Old town' }).click();
  await preview.getByText('Trip: Evenings').waitFor({ state: 'detached' });
  await preview.getByRole('button', { name: /Begins at/ }).click();
  await page.getByRole('option', { name: '19:00' }).click();
  await preview.getByText('Trip: Evenings').waitFor();
  await preview.getByText('€83.50').first().waitFor();
  await preview.getByText('A year of prices').click();
  await preview.getByRole('img', { name: /^A year of prices: .*€83\.50/ }).waitFor();
  await preview.getByText('As a table').click();
  await preview.getByRole('table', { name: 'A year of prices' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = async () => (await platform.orm.em.fork().findOneOrFail(Guide, 'G7603')).tripKinds[0];
  await until(async () => (await saved())?.rates !== undefined);
  const evening = {
    ...{ name: 'Evenings', minGuests: 2, minDaysBefore: 1, startTimes: ['19:00'], price: 7_550 },
    guestPrices: [{ kind: 'adult', amount: 400 }],
  };
  expect(await saved()).toEqual({ ...walk, rates: [evening] });
  await page.reload();
  await rate.getByRole('button', { name: 'Remove: Evenings' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved())?.rates === undefined);
  expect(await saved()).toEqual(walk);
});

test('rates of whole days are written, for one agency alone too, previewed and saved', async () => {
  const { platform } = console_;
  await createGuide(platform, { id: 'G7604', name: 'Dario Días', dayRate: 10_000, maxGuests: 8 });
  await page.goto(`${root}/guides/G7604`);
  const add = page.getByRole('button', { name: 'Add a whole-day rate' });
  const rate = (name: string) => page.getByRole('group', { name, exact: true });
  const type = async (group: string, name: RegExp, text: string) => {
    const field = rate(group).getByRole('textbox', { name });
    await field.fill(text);
    await field.blur();
  };
  await add.click();
  await rate('Day rate 1').getByRole('textbox', { name: /^Name/ }).fill('Contract');
  await type('Contract', /^Price of the day/, '70');
  for (const box of ['Saturday', 'Sunday'])
    await rate('Contract').getByRole('checkbox', { name: box }).press(' ');
  await rate('Contract').getByRole('combobox', { name: 'Only for these agencies' }).fill('mk_dear');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await rate('Contract').getByRole('button', { name: 'Remove mk_dear' }).waitFor();
  await add.click();
  await rate('Day rate 2').getByRole('textbox', { name: /^Name/ }).fill('Long');
  await type('Long', /^Price of the day/, '80.5');
  await type('Long', /^Minimum days of a trip/, '2');
  for (const box of ['Saturday', 'Sunday'])
    await rate('Long').getByRole('checkbox', { name: box }).press(' ');
  const limit = page.getByRole('textbox', { name: /^Maximum days of a trip/ }).first();
  await limit.fill('9');
  await limit.blur();

  const preview = page.getByRole('region', { name: 'Price preview' });
  await preview.getByText('Day rate: Long').waitFor();
  await preview.getByText('€161.00').first().waitFor();
  await preview.getByRole('button', { name: /Booked by/ }).click();
  await page.getByRole('option', { name: 'mk_dear' }).click();
  await preview.getByText('Day rate: Contract').waitFor();
  await preview.getByText('€140.00').first().waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = () => platform.orm.em.fork().findOneOrFail(Guide, 'G7604');
  await until(async () => (await saved()).dayRates.length > 0);
  expect(await saved()).toMatchObject({
    ...{ minDays: null, maxDays: 9 },
    dayRates: [
      { name: 'Contract', agencies: ['mk_dear'], price: 7_000 },
      { name: 'Long', minDays: 2, price: 8_050 },
    ],
  });
  await page.reload();
  await rate('Long').getByRole('button', { name: 'Remove: Long' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved()).dayRates.length === 1);
});

test('least prices and least guests are written, previewed and saved', async () => {
  const { platform } = console_;
  const walk = {
    tripKindId: 'walk',
    name: 'Old town',
    durationMinutes: 120,
    startTimes: ['10:00'],
    price: 6_000,
  };
  await createGuide(platform, {
    ...{ id: 'G7605', name: 'Minna Mínimo', dayRate: 10_000, maxGuests: 8 },
    tripKinds: [walk],
  });
  await page.goto(`${root}/guides/G7605`);
  const trip = page.getByRole('group', { name: 'Old town', exact: true });
  const type = async (place: Page | typeof trip, name: RegExp, text: string) => {
    const field = place.getByRole('textbox', { name }).first();
    await field.fill(text);
    await field.blur();
  };
  await type(page, /^Minimum price of a trip/, '450');
  await type(page, /^Minimum guests \(/, '2');
  await type(trip, /^Minimum price of a trip/, '99.5');
  await type(trip, /^Minimum guests \(/, '3');
  const preview = page.getByRole('region', { name: 'Price preview' });
  await preview.getByText('Raised to the minimum price').waitFor();
  await preview.getByText('€450.00').first().waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = () => platform.orm.em.fork().findOneOrFail(Guide, 'G7605');
  await until(async () => (await saved()).minGuests === 2);
  expect(await saved()).toMatchObject({
    leastPrice: 45_000,
    tripKinds: [{ ...walk, leastPrice: 9_950, minGuests: 3 }],
  });
  await page.reload();
  await type(page, /^Minimum price of a trip/, '');
  await type(trip, /^Minimum guests \(/, '');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved()).leastPrice === null);
  expect((await saved()).tripKinds).toEqual([{ ...walk, leastPrice: 9_950 }]);
});

test('offers are written, with and without a code, previewed, saved and taken away', async () => {
  const { platform } = console_;
  const walk = {
    tripKindId: 'walk',
    name: 'Old town',
    durationMinutes: 120,
    startTimes: ['10:00'],
    price: 6_000,
  };
  await createGuide(platform, {
    ...{ id: 'G7606', name: 'Ofelia Oferta', dayRate: 10_000, maxGuests: 8 },
    tripKinds: [walk],
  });
  await page.goto(`${root}/guides/G7606`);
  const add = page.getByRole('button', { name: 'Add an offer' });
  const offer = (name: string) => page.getByRole('group', { name, exact: true });
  const type = async (group: string, name: RegExp, text: string) => {
    const field = offer(group).getByRole('textbox', { name });
    await field.fill(text);
    await field.blur();
  };
  await add.click();
  await offer('Offer 1').getByRole('textbox', { name: /^Name/ }).fill('Spring');
  await type('Spring', /^Percent off/, '15');
  await type('Spring', /^Code/, 'SPRING-15');
  await add.click();
  await offer('Offer 2').getByRole('textbox', { name: /^Name/ }).fill('Days');
  await offer('Days').getByRole('radio', { name: 'An amount' }).press(' ');
  await type('Days', /^Amount off/, '12.5');
  await offer('Days').getByRole('checkbox', { name: 'Whole days' }).press(' ');
  const preview = page.getByRole('region', { name: 'Price preview' });
  await preview.getByText('Offer: Days').waitFor();
  await preview.getByText('€187.50').first().waitFor();
  await preview.getByRole('button', { name: /Code/ }).click();
  await page.getByRole('option', { name: 'SPRING-15' }).click();
  await preview.getByText('Offer: Spring').waitFor();
  await preview.getByText('€170.00').first().waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = () => platform.orm.em.fork().findOneOrFail(Guide, 'G7606');
  await until(async () => (await saved()).offers.length === 2);
  expect((await saved()).offers).toEqual([
    { name: 'Spring', percent: 15, code: 'SPRING-15' },
    { name: 'Days', amount: 1_250, wholeDays: true },
  ]);
  await page.reload();
  await type('Days', /^Code/, 'spring-15');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The same is there twice.').first().waitFor();
  await offer('Days').getByRole('button', { name: 'Remove: Days' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved()).offers.length === 1);
});

test('stop-sales are written for all and for one agency, saved and taken away', async () => {
  const { platform } = console_;
  await createGuide(platform, { id: 'G7607', name: 'Stella Stop', dayRate: 10_000 });
  await page.goto(`${root}/guides/G7607`);
  const add = page.getByRole('button', { name: 'Add a stop-sale' });
  const stop = (name: string) => page.getByRole('group', { name, exact: true });
  await add.click();
  await stop('Stop-sale 1').getByRole('checkbox', { name: 'Sunday' }).press(' ');
  await add.click();
  const agencies = stop('Stop-sale 2').getByRole('combobox', { name: /^Not sold to/ });
  await agencies.fill('mk_dear');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await stop('Stop-sale 2').getByRole('button', { name: 'Remove mk_dear' }).waitFor();
  await stop('Stop-sale 2').getByRole('textbox', { name: /^Note/ }).fill('Once only');
  await stop('Once only').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = () => platform.orm.em.fork().findOneOrFail(Guide, 'G7607');
  await until(async () => (await saved()).stopSales.length === 2);
  expect((await saved()).stopSales).toEqual([
    { weekdays: ['sunday'] },
    { agencies: ['mk_dear'], note: 'Once only' },
  ]);
  await page.reload();
  await stop('Once only').getByRole('button', { name: 'Remove: Once only' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved()).stopSales.length === 1);
});

test('allotments are written with what is missing named, saved and shown again', async () => {
  const { platform } = console_;
  const tour = { tripKindId: 'tour', name: 'Together', durationMinutes: 60, startTimes: ['10:00'] };
  const tripKinds = [{ ...tour, price: 4_000, capacity: 8 }];
  await createGuide(platform, { id: 'G7608', name: 'Ana Allot', dayRate: 10_000, maxGuests: 8, tripKinds });
  await page.goto(`${root}/guides/G7608`);
  const kept = (name: string) => page.getByRole('group', { name, exact: true });
  await page.getByRole('button', { name: 'Add an allotment' }).click();
  const places = kept('Allotment 1').getByRole('textbox', { name: /^Places at each start/ });
  await places.fill('5');
  await places.blur();
  await page.getByText('Allotment 1, Kept for').first().waitFor();
  const agencies = kept('Allotment 1').getByRole('combobox', { name: /^Kept for/ });
  await agencies.fill('mk_big_tours');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await kept('Allotment 1').getByRole('button', { name: 'Remove mk_big_tours' }).waitFor();
  const release = kept('Allotment 1').getByRole('textbox', { name: /^Released/ });
  await release.fill('7');
  await release.blur();
  await page.getByText('Allotment 1, Places at each start').first().waitFor();
  await kept('Allotment 1').getByRole('checkbox', { name: 'Together' }).press(' ');
  await page.getByText('Allotment 1, Places at each start').first().waitFor({ state: 'hidden' });
  await kept('Allotment 1').getByRole('textbox', { name: /^Note/ }).fill('Big Tours');
  await kept('Big Tours').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = () => platform.orm.em.fork().findOneOrFail(Guide, 'G7608');
  await until(async () => (await saved()).allotments.length === 1);
  const terms = { agencies: ['mk_big_tours'], places: 5, releaseDaysBefore: 7, tripKindIds: ['tour'] };
  expect((await saved()).allotments).toEqual([{ ...terms, note: 'Big Tours' }]);
  await page.reload();
  await kept('Big Tours').getByRole('button', { name: 'Remove: Big Tours' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved()).allotments.length === 0);
});

test('the calendar marks days on which not everything is on sale', async () => {
  const { platform } = console_;
  const kept = { agencies: ['mk_big_tours'], releaseDaysBefore: 0, places: undefined };
  await createGuide(platform, {
    ...{ id: 'G7609', name: 'Nuno Notall', dayRate: 10_000 },
    stopSales: [{ startDate: day(10), endDate: day(11) }],
    allotments: [{ ...kept, startDate: day(20), endDate: day(20) }],
  });
  await page.goto(`${root}/guides/G7609/calendar?month=${NEXT_MONTH}`);
  await cell(10).waitFor();
  expect(await state(10)).toMatch(/: Not on sale$/);
  expect(await state(20)).toMatch(/: Partly on sale, €100\.00$/);
  expect(await state(21)).toMatch(/: Free, €100\.00$/);
  await expectAccessible(page);
});

test('a start is guaranteed, with what is missing named, and no longer', async () => {
  const { platform } = console_;
  const tour = { tripKindId: 'tour', name: 'Together', durationMinutes: 60, startTimes: ['10:00', '15:00'] };
  const tripKinds = [{ ...tour, price: 4_000, capacity: 8 }];
  await createGuide(platform, { id: 'G7610', name: 'Gil Goes', dayRate: 10_000, maxGuests: 8, tripKinds });
  await page.goto(`${root}/guides/G7610`);
  const add = page.getByRole('button', { name: 'Guarantee a start' });
  const number = async (name: RegExp, text: string) => {
    const field = page.getByRole('textbox', { name });
    await field.fill(text);
    await field.blur();
  };
  await number(/^Decided how many hours before/, '48');
  expect(await add.count()).toBe(0);
  await number(/^Minimum guests for a start/, '4');
  await add.click();
  const start = page.getByRole('group', { name: 'Guaranteed start 1' });
  await page.getByText('Together, Guaranteed start 1, Day').waitFor();
  await start.getByRole('spinbutton', { name: /^day/ }).click();
  const [year, month, date] = day(12).split('-');
  await page.keyboard.type(`${date}${month}${year}`);
  await start.getByRole('button', { name: /Time/ }).click();
  await page.getByRole('option', { name: '15:00' }).click();
  await page.getByText('Together, Guaranteed start 1, Day').waitFor({ state: 'hidden' });
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = async () => (await platform.orm.em.fork().findOneOrFail(Guide, 'G7610')).tripKinds[0];
  await until(async () => (await saved())?.guaranteedStarts !== undefined);
  expect((await saved())?.guaranteedStarts).toEqual([{ tripDate: day(12), startTime: '15:00' }]);
  await page.reload();
  await start.getByRole('button', { name: 'Remove: Guaranteed start 1' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await until(async () => (await saved())?.guaranteedStarts === undefined);
});
