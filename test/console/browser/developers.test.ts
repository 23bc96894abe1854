import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type CallbackReceiver, startCallbackReceiver } from '../../support/callback-receiver.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { until } from '../../support/until.ts';

let console_: ConsoleInBrowser;
let receiver: CallbackReceiver;
let page: Page;
/** `/CO…/sandbox` */
let place: string;

beforeAll(async () => {
  console_ = await openConsole();
  receiver = await startCallbackReceiver();
  page = await console_.signedIn('agency');
  await page.waitForURL('**/sandbox');
  place = new URL(page.url()).pathname;
});
afterAll(async () => {
  await receiver?.close();
  await console_?.close();
});

const open = (path: string) => page.goto(`${place}${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

test('a key is issued, its secret is shown once, and it gets a token from the API', async () => {
  await open('/keys');
  await button('Issue key').first().click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Night <b>job</b>');
  await page.getByRole('checkbox', { name: 'order:read' }).check({ force: true });
  await inDialog('Issue key').click();
  const secret = await page
    .getByRole('figure')
    .filter({ hasText: 'app_secret' })
    .first()
    .locator('pre')
    .innerText();
  await expectAccessible(page);
  const form = { grant_type: 'client_credentials', client_id: 'mk_sandbox_agency', client_secret: secret };
  const token = await fetch(`${console_.api}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  expect(await token.json()).toMatchObject({ code: 200, scope: 'order:read' });
  await button('I have stored it').click();
  await page.getByRole('cell', { name: 'Night <b>job</b>', exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('an endpoint is added, its test shows the answer, and what a receiver writes is text', async () => {
  receiver.react((response) => {
    response.statusCode = 503;
    response.end('<img src=x onerror=alert(1)> down for a minute');
  });
  await open('/endpoints');
  await button('Add endpoint').first().click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('textbox', { name: 'Description' }).fill('Booking site');
  await inDialog('Save endpoint').click();
  await page.getByText('The secret of this endpoint').waitFor();
  await button('I have stored it').click();
  await page.getByRole('link', { name: receiver.url }).click();
  await button('Send test').click();
  await page.getByText('Your endpoint did not acknowledge it.').waitFor();
  await page.getByText('<img src=x onerror=alert(1)> down for a minute').waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('a notification that failed is found in the log, and sent again by hand', async () => {
  const { agency } = console_.platform.sandbox;
  const tripDate = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  const payload = { guideId: 'G1001', tripDate, tripDays: 1, guestCount: 2, ...contact };
  const booked = await console_.platform.as(agency, {
    method: 'POST',
    url: '/open/v1/order/create',
    payload,
  });
  expect(booked.json().code).toBe(200);
  const { orderId } = booked.json().data;
  await until(() => receiver.received.some(({ body }) => body.orderId === orderId));
  await open(`/deliveries?orderId=${orderId}&status=pending`);
  await page
    .getByRole('link', { name: `Order status changed ${orderId}` })
    .first()
    .click();
  await page.getByText('HTTP 503').first().waitFor();
  receiver.react((response) => response.end('{"code":200}'));
  await button('Send now').click();
  await inDialog('Send now').click();
  await page.getByText('It is on its way.').waitFor();
  await page.locator('.page-title').getByText('Acknowledged').waitFor();
  await expectAccessible(page);
});

test('a failed request leads to the explorer, which runs it and shows it as code', async () => {
  const { agency } = console_.platform.sandbox;
  const headers = { 'x-request-id': 'from-a-program-1' };
  await console_.platform.as(agency, { url: '/open/v1/guide/detail/G404404', headers });
  await until(async () => {
    await open('/requests?requestId=from-a-program-1');
    await page.getByRole('table').or(page.getByText('Nothing matches these filters')).first().waitFor();
    return (await page.getByRole('link', { name: '40004' }).count()) === 1;
  });
  await page.getByRole('link', { name: 'Open in explorer' }).click();
  await page.getByRole('textbox', { name: 'guideId' }).fill('G1001');
  await button('Run request').click();
  await page.getByText('HTTP 200').waitFor();
  await page.getByText('"guideId": "G1001"').first().waitFor();
  await page.getByRole('tab', { name: 'TypeScript (SDK)' }).click();
  const code = await page.getByRole('tabpanel').locator('pre').innerText();
  expect(code).toContain("guidepost.guides.get('G1001')");
  expect(code).toContain("clientId: 'mk_sandbox_agency'");
  await page.getByRole('textbox', { name: 'guideId' }).fill('nothing');
  await button('Run request').click();
  await page.getByText('HTTP 400').waitFor();
});

test.each(['light', 'dark'] as const)('every page is accessible, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  const [first] = receiver.received;
  expect(first).toBeDefined();
  const pages = [
    'keys',
    'endpoints',
    'deliveries',
    'requests',
    'explorer?operation=createOrder',
    'sandbox-tools',
  ];
  for (const path of pages) {
    await open(`/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until(async () => (await page.locator('.skeleton').count()) === 0);
    await expectAccessible(page);
  }
});
