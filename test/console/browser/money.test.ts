import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Download, Page } from 'playwright-core';
import { Person } from '../../../db/entities/index.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { makeOperator } from '../../support/data/operator-role.ts';
import { createGuide } from '../../support/merchants.ts';
import { PNG } from '../../support/network/multipart.ts';
import { until } from '../../support/until.ts';

/** An agency's statement, from the trip that makes it to the objection that is answered. */
const OBJECTION = 'Half a day only: <img src=x onerror="document.title=1">';

let opened: ConsoleInBrowser;
let agency: Page;
let operators: Page;
let orderId: string;

beforeAll(async () => {
  opened = await openConsole();
  await createGuide(opened.platform, { id: 'G7001', name: 'Olívia Prado', dayRate: 12_000 });
  orderId = await completedOrder();
  agency = await opened.signedIn('agency');
  await agency.waitForURL(/\/CO\d+\/sandbox$/);
  operators = await operator();
});
afterAll(() => opened.close());

/** Booked, confirmed, and over by the agency's clock; its statement is issued. */
async function completedOrder(): Promise<string> {
  const { platform } = opened;
  const { agency: client, studio } = platform.sandbox;
  const post = async (path: string, payload: object = {}, who = client) =>
    (await platform.as(who, { method: 'POST', url: `/open/v1/${path}`, payload })).json();
  const id = await bookOrder(platform, client, bookingIn(10, 'G7001'));
  await post(`order/confirm/${id}`, {}, studio);
  await post('sandbox/clock/advance', { days: 80 });
  const read = async () => (await platform.as(client, { url: `/open/v1/order/detail/${id}` })).json();
  await until(async () => (await read()).data.status === 'completed');
  expect((await post('sandbox/settlement/issue')).data.list).toHaveLength(1);
  return id;
}

/** Somebody of the platform's finance, with a second factor shown just now. */
async function operator(): Promise<Page> {
  const em = opened.platform.orm.em.fork();
  const now = new Date();
  const who = {
    email: 'finance@guidepost.example',
    name: 'Fausto Finance',
  } as const;
  const person = em.create(Person, { ...who, emailConfirmedAt: now, totpConfirmedAt: now });
  await em.flush();
  await makeOperator(opened.platform, person.id, 'finance');
  const sessions = createSessions({ ...opened.platform, now: () => new Date() });
  const factors = { firstFactorAt: now, secondFactorAt: now };
  const start = { personId: person.id, address: '127.0.0.1', userAgent: 'test', ...factors };
  const value = await sessions.open(em, start);
  const page = await opened.visitor({ colorScheme: 'dark' });
  await page.context().addCookies([{ name: 'guidepost-console', value, url: opened.url, httpOnly: true }]);
  return page;
}

function address(path: string): string {
  return new URL(agency.url()).pathname.split('/').slice(0, 3).join('/') + path;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** What a link of the page downloads. */
async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFileSync(await (file as Download).path());
}

test('a merchant finds its statement, reads in words who owes, and takes it along as CSV and PDF', async () => {
  await agency.goto(address('/money'));
  await heading(agency, 'Money').waitFor();
  await agency.getByText('You owe').first().waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency
    .getByRole('row', { name: /Issued/ })
    .getByRole('link')
    .first()
    .click();
  await heading(agency, /^Statement for /).waitFor();
  await agency.getByRole('cell', { name: /Trip completed.*trip with .* on \d+ \w+ \d{4}/ }).waitFor();
  await expectAccessibleInBothThemes(agency);
  expect((await download(agency, 'Download CSV')).toString()).toContain(orderId);
  expect((await download(agency, 'Download PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  await agency.goto(`${agency.url()}?orderId=ORD999999999`);
  await agency.getByText('There is no line for this filter.').waitFor();
  await agency.goBack();
});

test('it objects to a line with a reason, then writes to the operators with a file', async () => {
  await agency.getByRole('button', { name: /^Object to line/ }).click();
  const dialog = agency.getByRole('dialog', { name: 'Object to this line' });
  await dialog.getByText('You can’t withdraw the objection.').waitFor();
  await expectAccessible(agency);
  await dialog.getByLabel('What is wrong with it').fill(OBJECTION);
  await dialog.getByRole('button', { name: 'Object to the line' }).dblclick();
  await heading(agency, 'Disputed line').waitFor();
  await agency.getByText(OBJECTION).waitFor();
  await agency.getByRole('textbox', { name: 'Message' }).fill('<b>See</b> the receipt.');
  const [chooser] = await Promise.all([
    agency.waitForEvent('filechooser'),
    agency.getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles([{ name: 'receipt.png', mimeType: 'image/png', buffer: PNG }]);
  await agency.getByRole('button', { name: 'Send message' }).click();
  await agency.getByText('<b>See</b> the receipt.').waitFor();
  await agency.getByText('not read yet').waitFor();
  await expectAccessibleInBothThemes(agency);
});

test('an operator finds it in the queue, reads line and conversation side by side, answers and decides', async () => {
  await operators.goto('/desk/money');
  await heading(operators, 'Money').waitFor();
  await operators.getByText('1 new message').waitFor();
  await expectAccessibleInBothThemes(operators);
  await operators
    .getByRole('row', { name: /1 new message/ })
    .getByRole('link')
    .first()
    .click();
  await heading(operators, 'Disputed line').waitFor();
  await operators.getByText(OBJECTION).waitFor();
  expect((await download(operators, 'Download receipt.png')).equals(PNG)).toBe(true);
  await operators.getByRole('textbox', { name: 'Message' }).fill('You are right.');
  await operators.getByRole('button', { name: 'Send message' }).click();
  await operators.getByText('You are right.').waitFor();
  await expectAccessibleInBothThemes(operators);
  // The merchant has not reloaded.
  await agency.getByText('You are right.').waitFor();

  await operators.getByRole('radio', { name: /^Adjust/ }).check({ force: true });
  await operators.getByLabel(/^Amount in the merchant’s favour/).fill('60.00');
  await operators.getByLabel('Reason, for the merchant').fill('half a day is given back');
  await expectAccessibleInBothThemes(operators);
  await operators.getByRole('button', { name: 'Answer the objection' }).dblclick();
  await operators.getByText('The objection is answered.').waitFor();
  await operators.getByText('half a day is given back').waitFor();
});

test('the merchant sees the answer and its amount without reload, and the difference in the month so far', async () => {
  await agency.getByText('half a day is given back').waitFor();
  await agency.getByText('€60.00').waitFor();
  await agency.goto(address('/money'));
  await agency.getByText('Adjustment · 1 line').waitFor();
  await agency.getByText('You receive').first().waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.goto(address('/money/disputes'));
  await agency.getByText('Adjusted', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(agency);
});

test('an operator sees a correction before it is posted, posts it once, and finds it with its id', async () => {
  await operators.goto('/desk/money/corrections/new?merchantKey=mk_sandbox_agency');
  await heading(operators, 'New correction').waitFor();
  await operators.getByLabel('Amount').fill('1.001');
  await operators.getByLabel(/^Reason/).fill('goodwill');
  await operators.getByRole('button', { name: 'Preview' }).click();
  await operators.getByText(/in the right format/).waitFor();
  expect(await operators.getByLabel(/^Reason/).inputValue()).toBe('goodwill');
  await expectAccessibleInBothThemes(operators);
  await operators.getByLabel('Amount').fill('-20.00');
  await operators.getByRole('button', { name: 'Preview' }).click();
  await operators.getByText('This would be posted').waitFor();
  await expectAccessibleInBothThemes(operators);
  await operators.getByRole('button', { name: 'Post it' }).dblclick();
  await operators.getByText('Posted.', { exact: true }).waitFor();
  const postings = await opened.platform.orm.em
    .fork()
    .execute<{ id: string }[]>(`select id from ledger_posting where reason = 'goodwill'`);
  expect(postings).toHaveLength(1);
  await operators.getByText(String(postings[0]?.id)).waitFor();
  await operators.goto('/desk/money/corrections');
  await operators.getByText('goodwill').waitFor();
  await expectAccessibleInBothThemes(operators);
  for (const [path, title] of [
    ['statements', 'Statements'],
    ['disputes?show=any', 'Objections'],
    ['run', /^Close /],
  ] as const) {
    await operators.goto(`/desk/money/${path}`);
    await heading(operators, title).waitFor();
    await operators
      .getByText(/ · Sandbox|Nothing to close/)
      .first()
      .waitFor();
    await expectAccessibleInBothThemes(operators);
  }
});
