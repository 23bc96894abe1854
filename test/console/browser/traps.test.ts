/** What once went wrong under somebody's hands: on a phone, in a calendar, between the worlds, without a connection. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { Guide } from '../../../db/entities/index.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { until } from '../../support/until.ts';

/** A real browser on a busy machine takes its time. */

let opened: ConsoleInBrowser;
beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened.close());

const TODAY = todayIn('Europe/Lisbon', new Date());
const NEXT_MONTH = addDays(`${TODAY.slice(0, 7)}-01`, 40).slice(0, 7);
const cellOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`).first();
const next = (number: number) => `${NEXT_MONTH}-${String(number).padStart(2, '0')}`;
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

async function rootOf(page: Page): Promise<string> {
  await page.waitForURL(/\/CO\d+\/sandbox/);
  return /\/CO\d+\/sandbox/.exec(page.url())![0];
}

/** A finger that comes down on one place and is lifted at another, as the browser's own input. */
async function swipe(client: CDPSession, from: { x: number; y: number }, to: { x: number; y: number }) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points as never });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 8; step += 1) {
    const part = step / 8;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
}

test('on a phone a swipe over days writes nothing; taps choose days, and a button blocks them', async () => {
  const page = await opened.signedIn('studio', { width: 390, isPhone: true });
  const root = await rootOf(page);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });
  await page.goto(`${root}/guides/G1001/calendar?month=${NEXT_MONTH}`);
  await cellOf(page, next(8)).waitFor();
  await cellOf(page, next(8)).scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all([8, 12].map((day) => cellOf(page, next(day)).boundingBox()));
  const client = await page.context().newCDPSession(page);
  await swipe(client, { x: from!.x + 9, y: from!.y + 9 }, { x: to!.x + 9, y: to!.y + 30 });
  await cellOf(page, next(15)).tap();
  await cellOf(page, next(17)).tap();
  expect(await page.locator('[data-day][aria-selected=true]').count()).toBe(3);
  expect(writes).toEqual([]);
  await page.getByRole('button', { name: 'Block' }).click();
  await toast(page, '3 days blocked.').waitFor();
  await expectAccessible(page);
  await page.close();
});

test('the month of all guides shows today on a phone, nothing is chosen by itself, and what is over stays', async () => {
  const page = await opened.signedIn('studio', { width: 390, isPhone: true });
  const root = await rootOf(page);
  await page.goto(`${root}/calendar`);
  await cellOf(page, TODAY).waitFor();
  const box = await cellOf(page, TODAY).boundingBox();
  expect(box!.x).toBeGreaterThan(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(390);
  expect(await page.locator('[aria-selected=true]').count()).toBe(0);
  await page.getByText('Choose a day, then another one').waitFor();
  const past = addDays(TODAY, -40);
  await page.goto(`${root}/guides/G1001/calendar?month=${past.slice(0, 7)}`);
  await cellOf(page, past).tap();
  await page.getByText('Over', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Block' }).count()).toBe(0);
  await page.close();
});

test('every page of the sandbox leads to a page of the live side, and back', async () => {
  const page = await opened.signedIn('studio');
  await rootOf(page);
  const rail = page.getByRole('navigation', { name: 'Menu' });
  await rail.getByRole('link', { name: 'Team' }).waitFor();
  const paths = await rail
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(paths.length).toBeGreaterThan(12);
  const worlds = page.getByRole('navigation', { name: 'World' });
  for (const path of paths) {
    await page.goto(path);
    const there = await worlds.getByRole('link', { name: 'Live' }).getAttribute('href');
    await worlds.getByRole('link', { name: 'Live' }).click();
    await page.waitForURL((url) => url.pathname === there);
    await page.locator('h1').first().waitFor();
    expect([path, await page.getByText('Page not found').count()]).toEqual([path, 0]);
  }
  await page.close();
});

test('without a connection a link says so in the page, and works when it is back', async () => {
  const page = await opened.signedIn('studio');
  await rootOf(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Reviews' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(page.url()).toContain('/reviews');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
  await page.close();
});

test('a reader in New York has the month before the day', async () => {
  const page = await opened.signedIn('studio', { locale: 'en-US' });
  const root = await rootOf(page);
  await page.goto(`${root}/guides/G1001`);
  const date = page.getByRole('region', { name: 'Price preview' }).getByRole('group').first();
  await date.waitFor();
  const parts = await date
    .getByRole('spinbutton')
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  expect(parts.map((name) => name.split(',')[0])).toEqual(['month', 'day', 'year']);
  await page.close();
});

test('no print has what is only read aloud', async () => {
  const page = await opened.signedIn('agency');
  await rootOf(page);
  await page.emulateMedia({ media: 'print' });
  await page.locator('h1').first().waitFor();
  const shown = await page
    .locator('.hidden')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).display !== 'none').length);
  expect(shown).toBe(0);
  expect(await page.locator('table.hidden').count()).toBe(0);
  await page.close();
});

test('a finger that rests on a day chooses by moving: nothing scrolls, nothing is written before a button is pressed', async () => {
  const page = await opened.signedIn('studio', { width: 390, isPhone: true });
  const root = await rootOf(page);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });
  await page.goto(`${root}/guides/G1002/calendar?month=${NEXT_MONTH}`);
  await cellOf(page, next(15)).waitFor();
  await cellOf(page, next(15)).scrollIntoViewIfNeeded();
  const boxes = await Promise.all([8, 15, 22].map((day) => cellOf(page, next(day)).boundingBox()));
  const [first, ...rest] = boxes.map((box) => ({ x: box!.x + 9, y: box!.y + 9 }));
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const top = await page.evaluate(() => scrollY);
  await touch('touchStart', [first!]);
  await page.locator('[data-day][aria-selected=true]').waitFor();
  for (const point of rest) await touch('touchMove', [point]);
  await page.waitForFunction(() => document.querySelectorAll('[data-day][aria-selected=true]').length === 15);
  await touch('touchEnd', []);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  expect(await page.locator('[data-day][aria-selected=true]').count()).toBe(15);
  expect(writes).toEqual([]);
  await page.close();
});

test('the pages are built for production, whoever builds them', async () => {
  const page = await opened.visitor();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await page.goto('/sign-in');
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(0);
  // Only the development build of React explains errors at length.
  for (const script of scripts) expect(script).not.toContain('Consider adding an error boundary');
  await page.close();
});

test('what one field is refused for may be mended in another: the form is sent again', async () => {
  const page = await opened.signedIn('studio');
  const root = await rootOf(page);
  await page.goto(`${root}/guides/G1002`);
  await page.getByRole('button', { name: 'Add a whole-day rate' }).click();
  const rate = page.getByRole('group', { name: 'Day rate 1', exact: true });
  const type = async (name: RegExp, text: string) => {
    const field = rate.getByRole('textbox', { name });
    await field.fill(text);
    await field.blur();
  };
  await type(/^Price of the day/, '80');
  await type(/^Minimum guests \(/, '5');
  await type(/^Maximum guests \(/, '3');
  // The name comes last: the group is named by it.
  await rate.getByRole('textbox', { name: /^Name/ }).fill('Day rate 1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await rate
    .getByText(/minGuests|not fit|below/)
    .first()
    .waitFor({ timeout: 15_000 });
  await type(/^Minimum guests \(/, '2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const saved = async () => {
    const { dayRates } = await opened.platform.orm.em.fork().findOneOrFail(Guide, 'G1002');
    return dayRates.map(({ minGuests, maxGuests }) => [minGuests, maxGuests]);
  };
  await until(async () => (await saved()).length > 0);
  expect(await saved()).toEqual([[2, 3]]);
  await page.close();
});

test('a page that a finger pulls down is read again and keeps what was typed; a short pull, one sideways and one upwards do nothing', async () => {
  const page = await opened.signedIn('studio', { width: 390, isPhone: true });
  const root = await rootOf(page);
  await page.goto(`${root}/orders`);
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.getByLabel('Search').fill('Pu');
  await page.getByText('No matching orders').waitFor();
  const client = await page.context().newCDPSession(page);
  let lists = 0;
  let loads = 0;
  page.on('request', (request) => {
    if (/console\/orders\?/.test(request.url())) lists += 1;
    if (request.isNavigationRequest()) loads += 1;
  });
  const top = { x: 200, y: 120 };
  await swipe(client, top, { x: 200, y: 180 });
  await swipe(client, top, { x: 380, y: 300 });
  await swipe(client, { x: 200, y: 300 }, { x: 200, y: 150 });
  expect(lists).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await swipe(client, top, { x: 205, y: 320 });
  await until(() => lists > 0);
  expect(loads).toBe(0);
  expect(await page.getByLabel('Search').inputValue()).toBe('Pu');
  await page.locator('.pull-mark').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.close();
});

test('on a phone the filters behind the first are made when they are unfolded, and stay while one of them is set', async () => {
  const page = await opened.signedIn('studio', { width: 390, isPhone: true });
  await page.goto(`${await rootOf(page)}/orders`);
  await page.getByLabel('Search').waitFor();
  const state = page.getByRole('button', { name: /State/ });
  expect(await state.count()).toBe(0);
  await page.getByRole('button', { name: 'More filters' }).click();
  await state.click();
  await page.getByRole('option', { name: 'Pending' }).click();
  await page.waitForURL(/status=pending/);
  await page.reload();
  await state.waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  expect(await state.count()).toBe(0);
  expect(await page.getByLabel('Search').inputValue()).toBe('');
  await page.close();
});
