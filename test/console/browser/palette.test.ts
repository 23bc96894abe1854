import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { signInOperator } from './operator.ts';

/** Ctrl K: orders, guides, pages, by keys alone. */

let opened: ConsoleInBrowser;
let studio: Page;
let root: string;
let orderId: string;

beforeAll(async () => {
  opened = await openConsole();
  await createGuide(opened.platform, { id: 'G900', name: 'Olívia Prado' });
  orderId = await bookOrder(opened.platform, opened.platform.sandbox.agency, bookingIn(5, 'G900'));
  studio = await opened.signedIn('studio');
  await studio.waitForURL(/\/CO\d+\/sandbox$/);
  root = new URL(studio.url()).pathname;
});
afterAll(() => opened.close());

async function look(page: Page, text: string) {
  await page.getByRole('button', { name: /Search or go to/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill(text);
  return page.getByRole('dialog').getByRole('menuitem');
}

test('an order is found by its id, and Enter opens it', async () => {
  const found = await look(studio, orderId);
  await found.filter({ hasText: 'Olívia Prado' }).filter({ hasText: 'Pending' }).waitFor();
  await expectAccessible(studio);
  await studio.keyboard.press('ArrowDown');
  await studio.keyboard.press('Enter');
  await studio.waitForURL(new RegExp(`${root}/orders/${orderId}$`));
});

test('a guide is found by a part of the name, and all orders with it; a page by its title', async () => {
  const guides = await look(studio, 'prad');
  await guides.filter({ hasText: 'All orders with “prad”' }).click();
  await studio.waitForURL(/\/orders\?text=prad$/);
  const again = await look(studio, 'prad');
  await again.filter({ hasText: 'Olívia Prado' }).filter({ hasNotText: 'Pending' }).click();
  await studio.waitForURL(new RegExp(`${root}/guides/G900$`));
  await look(studio, 'nobody of that name');
  await studio.getByText('All orders with “nobody of that name”').waitFor();
  await studio.keyboard.press('Control+k');
  const pages = await look(studio, 'endpoints');
  await pages.filter({ hasText: 'Endpoints' }).first().click();
  await studio.waitForURL(/\/endpoints$/);
});

test('an operator’s text leads to the search, and what may be somebody’s address is not in the page’s address', async () => {
  const operator = await signInOperator(opened);
  await operator.goto('/desk');
  await (await look(operator, 'ada@example.com')).filter({ hasText: 'Search for' }).click();
  await operator.waitForURL(/\/desk\/search$/);
  await (await look(operator, orderId)).filter({ hasText: 'Search for' }).click();
  await operator.waitForURL(/\/desk\/search\?q=ORD\d+$/);
  expect(new URL(operator.url()).search).toBe(`?q=${orderId}`);
});

test('an operator’s order opens by its id, and a merchant by its name', async () => {
  const operator = await signInOperator(opened);
  await operator.goto('/desk');
  await (await look(operator, orderId)).filter({ hasText: 'Pending' }).waitFor();
  await expectAccessible(operator);
  await operator.keyboard.press('ArrowDown');
  await operator.keyboard.press('Enter');
  await operator.waitForURL(new RegExp(`/desk/orders/${orderId}$`));
  await (await look(operator, 'sandbox agency')).filter({ hasText: 'mk_sandbox_agency' }).click();
  await operator.waitForURL(/\/desk\/merchants\/mk_sandbox_agency$/);
});
