import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Company } from '../../../db/entities/index.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { type ConsoleInBrowser, openConsole } from '../../support/console/console-browser.ts';
import { takeMails, tokenIn, totpCode } from '../../support/console/console-people.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { until } from '../../support/until.ts';
import { PDF } from '../verification/world.ts';
import { signInOperator } from './operator.ts';

/**
 * From nothing to money, as it happens: a company registers, is verified, gets its live key and orders by it; the studio confirms; the
 * agency watches. Four people in four browsers, over one platform.
 */
const EMAIL = 'bea@first-order.example';
const PASSWORD = 'grey herons over the Douro';
const GUIDE = 'G7001';

let opened: ConsoleInBrowser;
let agency: Page;
let studio: Page;
let operator: Page;
/** `/CO…` of the agency that registers here. */
let company: string;
let secret: string;
let orderId: string;

beforeAll(async () => {
  opened = await openConsole();
  studio = await liveStudio();
  operator = await signInOperator(opened);
  agency = await opened.visitor();
});
afterAll(() => opened.close());

/** A studio that is live already, with a guide who can be booked for today. */
async function liveStudio(): Promise<Page> {
  const { platform } = opened;
  await createMerchant(platform, 'mk_live_studio', { kind: 'studio', sandbox: false });
  await createGuide(platform, {
    id: GUIDE,
    name: 'Olívia Prado',
    studioKey: 'mk_live_studio',
    sandbox: false,
  });
  const em = platform.orm.em.fork();
  const { id } = await em.findOneOrFail(Company, { sandboxKey: 'mk_sandbox_studio' });
  await em.nativeUpdate(Company, { id }, { liveKey: 'mk_live_studio' });
  const page = await opened.signedIn('studio');
  await page.waitForURL(/\/CO\d+\/sandbox$/);
  await page.goto(`/${id}/live/inbox`);
  await page.getByText('Live needs a second factor.').waitFor();
  const { secret } = (await answer(page, '/api/account/totp/begin')).data as { secret: string };
  await answer(page, '/api/account/totp/confirm', { code: totpCode(secret, new Date()) });
  await page.goto(`/${id}/live/inbox`);
  return page;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const answer = async (page: Page, path: string, data: object = {}) =>
  (await page.request.post(`${opened.url}${path}`, { data, headers: { origin: opened.url } })).json();

test('a company registers, and its person sets up a second factor', async () => {
  await agency.goto('/register');
  await agency.getByLabel('Your name').fill('Bea Costa');
  await agency.getByLabel('E-mail address').fill(EMAIL);
  await agency.getByLabel('Company', { exact: true }).fill('First Order Trips');
  await agency.getByText('Travel agency').click();
  await agency.getByRole('combobox', { name: /Country/ }).fill('Portu');
  await agency.getByRole('option', { name: 'Portugal' }).click();
  await press(agency, 'Register');
  await agency.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const mails = await takeMails(opened.platform);
  const mail = mails.find(({ to }) => to === EMAIL);
  await agency.goto(`/confirm-email#${tokenIn(mail!)}`);
  await agency.getByLabel('Password').fill(PASSWORD);
  await press(agency, 'Open my account');
  await agency.getByRole('link', { name: 'Go to sign-in' }).click();
  await agency.getByLabel('E-mail address').fill(EMAIL);
  await agency.getByLabel('Password').fill(PASSWORD);
  await agency.getByRole('button', { name: 'Sign in', exact: true }).click();
  await agency.waitForURL(/\/CO\d+\/sandbox$/);
  company = `/${new URL(agency.url()).pathname.split('/')[1]}`;
  await agency.goto('/account/security');
  await press(agency, 'Set up');
  const key = (await agency.locator('.totp-key').innerText()).replaceAll(' ', '');
  await agency.getByLabel('Code from the app').fill(totpCode(key, new Date()));
  await press(agency, 'Confirm');
  await press(agency, 'I have saved them');
});

test('it is verified, and has a live side', async () => {
  await agency.goto(`${company}/sandbox/company/verification`);
  await press(agency, 'Begin the verification');
  const facts = {
    'Legal name': 'First Order Trips, Lda.',
    'Registration number': '508123456',
    'Tax ID': 'PT508123456',
    'Street and number': 'Rua Augusta 12',
    City: 'Lisboa',
    'Contact phone': '912 345 678',
  };
  for (const [label, text] of Object.entries(facts))
    await agency.getByLabel(label, { exact: true }).fill(text);
  const chooser = agency.waitForEvent('filechooser');
  await press(agency, 'Add documents');
  await (await chooser).setFiles([{ name: 'register.pdf', mimeType: 'application/pdf', buffer: PDF }]);
  await agency.getByRole('link', { name: 'register.pdf' }).waitFor();
  await press(agency, 'Send for verification');
  await agency.getByText('We are checking it.').waitFor();

  await operator.goto('/desk/verifications');
  await operator.getByRole('link', { name: 'First Order Trips, Lda.' }).click();
  await press(operator, 'Approve');
  await pressInDialog(operator, 'Approve');
  // Not the words of the dialog, which stand there until it is done.
  await operator.getByText('Live merchant', { exact: true }).waitFor();
});

test('its live key gets a token, and orders', async () => {
  await agency.goto(`${company}/live/keys`);
  await press(agency, 'Issue key');
  await agency.getByRole('textbox', { name: 'Label' }).fill('Booking site');
  await pressInDialog(agency, 'Issue key');
  secret = await agency
    .getByRole('figure')
    .filter({ hasText: 'app_secret' })
    .first()
    .locator('pre')
    .innerText();
  const id = company.slice(1);
  const { liveKey } = await opened.platform.orm.em.fork().findOneOrFail(Company, { id });
  const form = { grant_type: 'client_credentials', client_id: liveKey!, client_secret: secret };
  const token = await fetch(`${opened.api}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const order = await fetch(`${opened.api}/open/v1/order/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      guideId: GUIDE,
      tripDate: addDays(todayIn('Europe/Lisbon', new Date()), 1),
      tripDays: 1,
      guestCount: 2,
      contactName: 'Ada Lovelace',
      contactPhone: '+351912345678',
    }),
  });
  const { code, data } = (await order.json()) as { code: number; data: { orderId: string } };
  expect(code).toBe(200);
  orderId = data.orderId;
});

test('the studio confirms it in its inbox, and the agency sees that without reload', async () => {
  await agency.goto(`${company}/live/orders/${orderId}`);
  await agency.getByText('Pending', { exact: true }).first().waitFor();
  await studio.getByRole('link', { name: 'Olívia Prado' }).waitFor();
  await studio.keyboard.press('c');
  await studio.getByRole('dialog', { name: 'Confirm order' }).waitFor();
  await studio.keyboard.press('Enter');
  await agency.getByText('Confirmed', { exact: true }).first().waitFor();
});

test('the trip is started and completed by the studio, and the agency sees that too', async () => {
  const root = new URL(studio.url()).pathname.split('/').slice(1, 3).join('/');
  for (const move of ['start', 'complete'])
    expect(await answer(studio, `/api/${root}/open/v1/order/${move}/${orderId}`)).toMatchObject({
      code: 200,
    });
  await agency.getByText('Completed', { exact: true }).first().waitFor();
});

test('a statement is issued, disputed and resolved', async () => {
  const issued = agency.getByRole('row', { name: /Issued/ }).getByRole('link');
  const month = new Date().toISOString().slice(0, 7);
  const run = await answer(operator, '/api/operator/money/run', { month, partial: true });
  expect(run).toMatchObject({ code: 200 });
  await until(async () => {
    await agency.goto(`${company}/live/money`);
    await agency.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
    await agency.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    return (await issued.count()) > 0;
  });
  await issued.first().click();
  await press(agency, /^Object to line/);
  const dialog = agency.getByRole('dialog', { name: 'Object to this line' });
  await dialog.getByLabel('What is wrong with it').fill('half a day only');
  await dialog.getByRole('button', { name: 'Object to the line' }).click();
  await agency.getByRole('heading', { level: 1, name: 'Disputed line' }).waitFor();

  await operator.goto(`/desk${new URL(agency.url()).pathname.split('/live')[1]}`);
  await operator.getByRole('heading', { level: 1, name: 'Disputed line' }).waitFor();
  await operator.getByRole('radio', { name: /^Adjust/ }).check({ force: true });
  await operator.getByLabel(/^Amount in the merchant’s favour/).fill('1.00');
  await operator.getByLabel('Reason, for the merchant').fill('half a day is given back');
  await press(operator, 'Answer the objection');
  await agency.getByText('half a day is given back').waitFor();
});
