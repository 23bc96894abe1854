import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AuditEntry, Credential, Notification, Person } from '../../../db/entities/index.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../../support/callback-receiver.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { makeOperator } from '../../support/data/operator-role.ts';
import { createMerchant } from '../../support/merchants.ts';
import { until } from '../../support/until.ts';

/** The back office, as an operator uses it. */
let console_: ConsoleInBrowser;
let receiver: CallbackReceiver;
let orderId: string;

beforeAll(async () => {
  console_ = await openConsole();
  const { platform } = console_;
  receiver = await startCallbackReceiver();
  receiver.react(reactions.html);
  const payload = { url: receiver.url };
  await platform.as(platform.sandbox.agency, { method: 'PUT', url: '/open/v1/callback/config', payload });
  orderId = await bookOrder(platform, platform.sandbox.agency, bookingIn(60, 'G1001'));
  const id = `NTF${orderId.slice('ORD'.length)}-1`;
  await until(async () => (await platform.orm.em.fork().findOneOrFail(Notification, id)).attempts > 0);
});
afterAll(async () => {
  await console_.close();
  await receiver.close();
});

/** An administrator of the platform who has just shown the second factor. */
async function operator(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}): Promise<Page> {
  const { orm } = console_.platform;
  const em = orm.em.fork();
  const email = `${crypto.randomUUID()}@guidepost.example`;
  const at = new Date();
  const person = em.create(Person, {
    email,
    name: 'Olga Operator',
    emailConfirmedAt: at,
    totpConfirmedAt: at,
  });
  await em.flush();
  await makeOperator(console_.platform, person.id, 'administrator');
  const factors = { firstFactorAt: at, secondFactorAt: at };
  const start = { personId: person.id, address: '127.0.0.1', userAgent: 'a browser', ...factors };
  const token = await createSessions({ ...console_.platform, now: () => new Date() }).open(em, start);
  const page = await console_.visitor(options);
  await page.context().addCookies([{ name: 'guidepost-console', value: token, url: console_.url }]);
  return page;
}
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

test('an order is found, cancelled with a reason, and both parties see it; the log has the operator’s name', async () => {
  const page = await operator();
  await page.goto('/desk/search');
  await page.getByLabel('What do you want to find?').fill(orderId);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: orderId }).click();
  await press(page, 'Cancel order');
  await page.getByText('This can’t be undone').waitFor();
  await page.getByLabel('Reason').fill('A storm has closed the valley');
  await press(page, 'Cancel order');
  await page.getByText('The order is cancelled.').waitFor();
  await page.getByText('by Olga Operator · A storm has closed the valley').waitFor();

  for (const who of ['agency', 'studio'] as const) {
    const { platform } = console_;
    const { data } = (
      await platform.as(platform.sandbox[who], { url: `/open/v1/order/detail/${orderId}` })
    ).json();
    expect(data.history.at(-1)).toMatchObject({ actor: 'operator', note: 'A storm has closed the valley' });
  }
  await page.goto('/desk/audit?action=order.cancelled');
  await page.getByRole('row', { name: /Olga Operator/ }).waitFor();
});

test('a merchant is suspended with a preview, and resumed', async () => {
  const page = await operator();
  await page.goto('/desk/merchants?kind=studio');
  await page.getByRole('link', { name: 'Sandbox studio' }).or(page.locator('.row-link')).first().click();
  await press(page, 'Suspend merchant');
  await page.getByText('Guides that are hidden').waitFor();
  await page.getByLabel('Reason').fill('Fraud is suspected');
  await press(page, 'Suspend merchant');
  await page.getByText('Suspended').first().waitFor();
  await press(page, 'Resume merchant');
  await page.getByLabel('Reason').fill('It was none');
  await press(page, 'Resume merchant');
  await page.getByText('Active').first().waitFor();
  const reasons = await console_.platform.orm.em
    .fork()
    .find(
      AuditEntry,
      { action: { $in: ['merchant.suspended', 'merchant.resumed'] } },
      { orderBy: { id: 'asc' } },
    );
  expect(reasons.map(({ details }) => details.reason)).toEqual(['Fraud is suspected', 'It was none']);
});

test('a key that has leaked is replaced: what ends with it is shown before, the new secret once', async () => {
  const { platform } = console_;
  const { clientSecret: first } = await createMerchant(platform, 'mk_leaky');
  const em = platform.orm.em.fork();
  const leaked = await em.findOneOrFail(Credential, { merchantKey: 'mk_leaky' });
  const child = {
    merchantKey: 'mk_leaky',
    parentId: leaked.id,
    secretEncrypted: await platform.cipher.encrypt('x'),
  };
  const childId = await em.insert(Credential, child);
  const page = await operator();
  await page.goto('/desk/merchants/mk_leaky');
  const row = page.getByRole('listitem').filter({ has: page.getByText(`${leaked.id}`, { exact: true }) });
  await row.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText('It has leaked').click();
  await page.getByText('2 keys end:').waitFor();
  await press(page, 'Replace leaked key');
  await page.getByRole('heading', { name: 'The new key' }).waitFor();
  const shown = await page.getByRole('dialog').locator('code, pre').last().innerText();
  expect(shown.trim()).not.toBe(first);
  const secret = shown.trim();
  const clientId = 'mk_leaky';
  expect(await platform.token({ clientId, clientSecret: secret })).toMatch(/./);
  const valid = await platform.orm.em.fork().find(Credential, { merchantKey: 'mk_leaky', revokedAt: null });
  expect(valid.map(({ id }) => id)).not.toEqual(expect.arrayContaining([leaked.id, childId]));
  expect(valid).toHaveLength(1);
  await page.reload();
  await heading(page, /mk_leaky/);
  expect(await page.content()).not.toContain(secret);
});

test('why nothing arrives: the endpoint’s answer is told in words and as text, and a retry delivers', async () => {
  const page = await operator();
  await page.goto('/desk/merchants/mk_sandbox_agency/deliveries');
  await page.getByText('The endpoint does not acknowledge').waitFor();
  await page.getByText('<html>welcome</html>').first().waitFor();
  receiver.react(reactions.acknowledge);
  await press(page, 'Try all now');
  await press(page, 'Try all now');
  const em = () => console_.platform.orm.em.fork();
  await until(async () => (await em().count(Notification, { orderId, status: 'acknowledged' })) > 0);
  await page.getByText('acknowledged').first().waitFor({ timeout: 30_000 });
});

const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/desk', 'Back office'],
  ['/desk/search?q=sandbox', 'Search'],
  ['/desk/merchants', 'Merchants'],
  ['/desk/merchants/mk_sandbox_agency', /./],
  ['/desk/merchants/mk_sandbox_agency/deliveries', /Why/],
  ['/desk/status', 'Status'],
  ['/desk/deliveries', 'Stuck deliveries'],
  ['/desk/deliveries/EP1001', /Waiting at/],
  ['/desk/audit', 'Audit log'],
  ['/desk/personal', 'Personal data'],
];

test.each(['light', 'dark'] as const)('every page of the desk is accessible, %s', async (colorScheme) => {
  const page = await operator({ colorScheme });
  for (const [path, title] of [...PAGES, [`/desk/orders/${orderId}`, /./] as const]) {
    await page.goto(path);
    await heading(page, title);
    await page.locator('.skeleton, .skeleton-line').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
  }
});
