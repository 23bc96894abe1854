import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Order, OrderMessage } from '../../../db/entities/index.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { until } from '../../support/until.ts';

/** A studio's phone between two tours: what was read is there without a connection, and what is done then is sent later, once. */

let opened: ConsoleInBrowser;
let phone: Page;
let home: string;

beforeAll(async () => {
  opened = await openConsole();
  const meetingPoint = { text: 'Fountain on Rossio square', latitude: 38.7139, longitude: -9.1394 };
  await createGuide(opened.platform, { id: 'G900', name: 'Rui Costa', meetingPoint });
  await createGuide(opened.platform, { id: 'G901', name: 'Inês Dias' });
  phone = await opened.signedIn('studio', { width: 390, isPhone: true });
  await phone.waitForURL(/\/CO\d+\/sandbox$/);
  home = new URL(phone.url()).pathname;
});
afterAll(() => opened.close());

const em = () => opened.platform.orm.em.fork();
const bookTomorrow = (guideId: string) =>
  bookOrder(opened.platform, opened.platform.sandbox.agency, bookingIn(1, guideId));
const strip = () => phone.getByRole('status').filter({ hasText: /./ }).first();
const goOffline = (isOffline: boolean) => phone.context().setOffline(isOffline);
const cacheNames = () => phone.evaluate(() => caches.keys());

/** Until all that the console needs is on the device. */
async function untilKept(): Promise<void> {
  await until(() =>
    phone.evaluate(async () => (await (await caches.open('guidepost-pages')).match('/')) !== undefined),
  );
}

async function signOut(): Promise<void> {
  await phone.getByRole('button', { name: /^Your account/ }).click();
  await phone.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function confirmOnCard(): Promise<void> {
  await phone.getByRole('button', { name: 'Confirm order' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click();
}

test('the console opens without a connection, with the trips that were seen; what is done then waits, and is done once', async () => {
  const orderId = await bookTomorrow('G900');
  await phone.goto(`${home}/orders/${orderId}`);
  await phone.getByRole('heading', { name: 'Trip with Rui Costa' }).waitFor();
  await phone.getByText('What happened').waitFor();
  await phone.goto(home);
  await phone
    .getByRole('region', { name: 'Tomorrow' })
    .getByRole('link', { name: /Rui Costa/ })
    .waitFor();
  await untilKept();

  await goOffline(true);
  await phone.reload();
  await strip().getByText('No connection.').waitFor();
  await strip()
    .getByText(/What you see is from/)
    .waitFor();
  await phone.getByRole('link', { name: 'Fountain on Rossio square on a map' }).waitFor();
  await expectAccessibleInBothThemes(phone);
  await confirmOnCard();
  await strip().getByText(`Confirm order ${orderId} waits to be sent`).waitFor();
  await phone.getByRole('link', { name: /Rui Costa/ }).click();
  await phone.getByRole('heading', { name: 'Trip with Rui Costa' }).waitFor();
  await phone.getByRole('textbox', { name: 'Message' }).fill('We meet under the arch.');
  await phone.getByRole('button', { name: 'Send message' }).click();
  await strip().getByText(`Send message ${orderId} waits to be sent`).waitFor();
  await expectAccessibleInBothThemes(phone);
  await phone.reload();
  await strip().getByText(`Send message ${orderId} waits to be sent`).waitFor();
  expect((await em().findOneOrFail(Order, orderId)).status).toBe('pending');

  await goOffline(false);
  await strip().waitFor({ state: 'detached' });
  await until(async () => (await em().findOneOrFail(Order, orderId)).status === 'confirmed');
  const messages = await em().find(OrderMessage, { orderId });
  expect(messages.map(({ text }) => text)).toEqual(['We meet under the arch.']);
  await phone.goto(home);
  await phone.getByRole('link', { name: 'Call Ada Lovelace, +351912345678' }).waitFor();
  await phone.getByRole('link', { name: 'All trips of these days' }).click();
  await phone.getByRole('link', { name: 'Rui Costa' }).waitFor();
});

test('what waits can be taken back; what the server refuses says why', async () => {
  const orderId = await bookTomorrow('G901');
  await phone.goto(home);
  await phone.getByRole('button', { name: 'Confirm order' }).waitFor();
  await goOffline(true);
  await confirmOnCard();
  await strip().getByRole('button', { name: 'Take back' }).click();
  await strip().getByText('waits to be sent').waitFor({ state: 'detached' });
  await confirmOnCard();
  await strip().getByText(`Confirm order ${orderId} waits to be sent`).waitFor();
  await signOut();
  await phone.getByText(/No connection to the console/).waitFor();
  await strip().getByText(`Confirm order ${orderId} waits to be sent`).waitFor();
  const { platform } = opened;
  const url = `/open/v1/order/cancel/${orderId}`;
  const cancelled = await platform.as(platform.sandbox.agency, { method: 'POST', url, payload: {} });
  expect(cancelled.json().code).toBe(200);
  await goOffline(false);
  await strip()
    .getByText(/was not done:/)
    .waitFor();
  await expectAccessibleInBothThemes(phone);
  await strip().getByRole('button', { name: 'Dismiss' }).click();
  await strip().waitFor({ state: 'detached' });
});

test('what was read in the evening is right in the morning', async () => {
  await phone.goto(home);
  await phone.getByRole('region', { name: 'Tomorrow' }).getByText('Rui Costa').waitFor();
  await goOffline(true);
  await phone.clock.setSystemTime(Date.now() + 86_400_000);
  await phone.reload();
  await phone.getByRole('region', { name: 'Today' }).getByText('Rui Costa').waitFor();
  await phone.clock.setSystemTime(Date.now() + 2 * 86_400_000);
  await phone.reload();
  await phone.getByText('What needs you now').waitFor();
  expect(await phone.getByText('Rui Costa').count()).toBe(0);
  await phone.clock.setSystemTime(Date.now());
  await goOffline(false);
});

test('signing out leaves nothing of a person on the device', async () => {
  expect(await cacheNames()).toContain('guidepost-seen');
  await signOut();
  await phone.waitForURL(/\/sign-in/);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await cacheNames()).not.toContain('guidepost-seen');
  const kept = await phone.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((name) => name.startsWith('guidepost.waiting'))).toEqual([]);
  await goOffline(true);
  await phone.goto(home);
  await phone.getByText('No connection').first().waitFor();
  expect(await phone.getByText('Rui Costa').count()).toBe(0);
  await goOffline(false);
});
