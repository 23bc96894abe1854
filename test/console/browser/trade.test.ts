import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Company, Membership, Person, ProviderLink } from '../../../db/entities/index.ts';
import type { Scope } from '../../../domain/scope.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import { recordAudit } from '../../../services/audit.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { PNG } from '../../support/network/multipart.ts';
import { until } from '../../support/until.ts';

let opened: ConsoleInBrowser;
let agency: Page;
let studio: Page;
const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), 20);

beforeAll(async () => {
  opened = await openConsole();
  await createGuide(opened.platform, { id: 'G7001', name: 'Olívia Prado', dayRate: 12_000 });
  agency = await opened.signedIn('agency');
  studio = await opened.signedIn('studio', { colorScheme: 'dark' });
  for (const page of [agency, studio]) await page.waitForURL(/\/CO\d+\/sandbox$/);
});
afterAll(() => opened.close());

/** The address of a page of that person's company. */
function address(page: Page, path: string): string {
  return new URL(page.url()).pathname.split('/').slice(0, 3).join('/') + path;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('who has no orders yet learns what reports are made of, and can fill the sandbox', async () => {
  await agency.goto(address(agency, '/reports'));
  await agency.getByText('No orders to report on yet').waitFor();
  await agency.getByRole('button', { name: 'Fill with examples' }).waitFor();
  await expectAccessibleInBothThemes(agency);
});

test('an agency finds a guide, sees price and policy, and books it; a refused field keeps what was typed', async () => {
  await studio.goto(address(studio, '/inbox'));
  await studio.getByText('No orders to confirm').waitFor();
  await expectAccessibleInBothThemes(studio);

  await agency.goto(address(agency, '/find?text=prado'));
  await agency.getByText('1 guide', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.getByRole('link', { name: 'Olívia Prado' }).click();
  await heading(agency, 'Olívia Prado').waitFor();
  await agency.goto(address(agency, `/find/G7001?date=${tripDate}&days=2`));
  await agency.getByText('The guide is free.').waitFor();
  await agency.getByRole('cell', { name: '€240.00' }).first().waitFor();
  await expectAccessibleInBothThemes(agency);
  await press(agency, 'Book this trip');
  await heading(agency, 'Book Olívia Prado').waitFor();
  await agency.getByLabel('Contact name').fill('Ada Lovelace');
  await agency.getByLabel('Phone').fill('12');
  await press(agency, 'Book for €240.00');
  await agency.getByText('This is too short.').waitFor();
  await expectAccessibleInBothThemes(agency);
  expect(await agency.getByLabel('Contact name').inputValue()).toBe('Ada Lovelace');
  await agency.getByLabel('Phone').fill('+351912345678');
  await agency.getByLabel('Remark for the studio').fill('<img src=x onerror="document.title=1"> slowly');
  await agency.getByRole('button', { name: 'Book for €240.00' }).dblclick();
  await heading(agency, 'Trip with Olívia Prado').waitFor();
  await agency.getByText('by Ada Agency').waitFor();
  const orders = await opened.platform.orm.em.fork().execute('select from orders');
  expect(orders).toHaveLength(1);
});

test('the studio sees it in its inbox without reload, and confirms by keyboard; the agency sees that without reload', async () => {
  const card = studio.getByRole('link', { name: 'Olívia Prado' });
  await card.waitFor();
  await expectAccessibleInBothThemes(studio);
  await studio.keyboard.press('c');
  await studio.getByRole('dialog', { name: 'Confirm order' }).waitFor();
  await expectAccessible(studio);
  await studio.keyboard.press('Enter');
  await studio.getByText('No orders to confirm').waitFor();

  await agency.getByText('Confirmed', { exact: true }).first().waitFor();
  await agency.getByText('by the studio').waitFor();
  await expectAccessibleInBothThemes(agency);
});

test('what one side writes the other reads as text, without reload', async () => {
  await studio.goto(address(studio, `/orders/${agency.url().split('/').at(-1)}`));
  await studio.getByText('<img src=x onerror="document.title=1"> slowly').waitFor();
  await studio.getByText('by Stella Studio').waitFor();
  await expectAccessibleInBothThemes(studio);
  await studio.getByRole('textbox', { name: 'Message' }).fill('<b>Hello</b>, see you at the fountain');
  await press(studio, 'Send message');
  await agency.getByText('<b>Hello</b>, see you at the fountain').waitFor();
  // In front may be how many notices are unread.
  expect(await agency.title()).toMatch(/Trip with Olívia Prado · Guidepost$/);
});

test('a change shows its price before it is asked for, and the studio accepts it in its inbox', async () => {
  await agency.getByRole('link', { name: 'Change order' }).click();
  await heading(agency, 'Change order').waitFor();
  await agency.getByText('Nothing has been changed yet.').waitFor();
  await agency.getByRole('textbox', { name: 'Days' }).press('ArrowUp');
  await agency.getByText('€120.00 more').waitFor();
  await expectAccessibleInBothThemes(agency);
  await press(agency, 'Ask the studio');
  await agency.getByText('Requested change').waitFor();
  // A print goes to guests and guides: what the merchants pay the platform is not theirs.
  const commission = agency.getByRole('rowheader', { name: /^Commission/ });
  await commission.waitFor();
  await agency.emulateMedia({ media: 'print' });
  expect(await commission.isVisible()).toBe(false);
  await agency.emulateMedia({ media: 'screen' });

  await studio.goto(address(studio, '/inbox'));
  await studio.getByRole('heading', { name: 'Changes that wait' }).waitFor();
  expect(await studio.getByText('No orders to confirm').count()).toBe(0);
  await expectAccessibleInBothThemes(studio);
  await press(studio, 'Accept change');
  await studio.getByRole('dialog').getByRole('button', { name: 'Accept change' }).click();
  await agency.getByRole('cell', { name: '€360.00' }).first().waitFor();
});

test('a cancellation shows what comes back before the click, and the studio’s list shows it without reload', async () => {
  await studio.goto(address(studio, '/orders'));
  await studio.getByRole('cell', { name: 'Confirmed' }).waitFor();
  await expectAccessibleInBothThemes(studio);
  await press(agency, 'Cancel order');
  const dialog = agency.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByText('Full refund: €360.00.').waitFor();
  await expectAccessible(agency);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await agency.getByText('Nothing is left to do with this order.').waitFor();
  await agency.getByText('Refunded', { exact: true }).waitFor();
  await studio.getByRole('cell', { name: 'Cancelled' }).waitFor();
});

test('home tells each side what needs it', async () => {
  for (const page of [agency, studio]) {
    await page.goto(address(page, ''));
    await page.getByRole('heading', { name: 'What needs you now' }).waitFor();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await expectAccessibleInBothThemes(page);
  }
});

/** Somebody at a provider that acts for the sandbox's studio. */
async function providersPerson(scopes: Scope[]): Promise<Page> {
  const { platform, url } = opened;
  const key = 'mk_ticketeria';
  await createMerchant(platform, key, { kind: 'provider', name: 'Ticketeria' });
  const em = platform.orm.em.fork();
  em.create(ProviderLink, { merchantKey: 'mk_sandbox_studio', providerKey: key, scopes });
  em.create(Company, { id: 'CO99001', name: 'Ticketeria', kind: 'provider', country: 'PT', sandboxKey: key });
  const at = new Date();
  const email = 'paula@guidepost.example';
  const person = em.create(Person, { email, name: 'Paula Provider', emailConfirmedAt: at });
  await em.flush();
  await em.transactional(async (inside) => {
    const joined = { action: 'team.joined', subject: 'company:CO99001' };
    await recordAudit(inside, { operator: 'tests', address: 'test' }, joined);
    await inside.insert(Membership, { companyId: 'CO99001', personId: person.id, role: 'owner' });
  });
  const start = { personId: person.id, address: '127.0.0.1', userAgent: 'a browser', firstFactorAt: at };
  const token = await createSessions({ ...platform, now: () => new Date() }).open(em, {
    ...start,
    secondFactorAt: null,
  });
  const page = await opened.visitor();
  await page.context().addCookies([{ name: 'guidepost-console', value: token, url }]);
  return page;
}

test('a provider’s person chooses for whom they act, has what the link allows, and nothing once it has ended', async () => {
  const page = await providersPerson(['guide:read', 'order:read', 'order:write']);
  // Links are in force within seconds.
  const orders = '/api/CO99001/sandbox~mk_sandbox_studio/console/orders';
  await until(async () => (await page.request.get(`${opened.url}${orders}`)).ok());
  await page.goto('/CO99001/sandbox');
  await page.getByLabel('Acting for').selectOption({ label: 'Sandbox Studio' });
  await page.waitForURL('**/CO99001/sandbox~mk_sandbox_studio');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('row').getByText('Olívia Prado').first().waitFor();
  await expectAccessibleInBothThemes(page);
  const rail = page.getByRole('navigation', { name: 'Menu' });
  for (const name of ['Team', 'Keys', 'Provider links', 'Money', 'Deliveries'])
    expect(await rail.getByRole('link', { name, exact: true }).count()).toBe(0);

  const link = { merchantKey: 'mk_sandbox_studio', providerKey: 'mk_ticketeria' };
  await opened.platform.orm.em.fork().nativeDelete(ProviderLink, link);
  const ended = page.getByText('This merchant has no link with you');
  await until(async () => {
    for (const name of ['Guides', 'Orders'])
      if (!(await ended.isVisible()))
        await rail
          .getByRole('link', { name, exact: true })
          .click({ timeout: 1_000 })
          .catch(() => {});
    return await ended.isVisible();
  });
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Our links' }).click();
  await page.waitForURL('**/CO99001/sandbox/company/links');
});

test('guides are put on a shortlist and compared, at the price of the whole trip', async () => {
  const [from, to] = [addDays(tripDate, 10), addDays(tripDate, 11)];
  await agency.goto(address(agency, `/find?text=prado&from=${from}&to=${to}&guests=3`));
  await agency.getByText('for 2 days, 3 guests').waitFor();
  await press(agency, 'Shortlist Olívia Prado');
  await agency.getByText('1 guide on your shortlist').waitFor();
  await agency.goto(address(agency, '/find/G1001'));
  await press(agency, 'Add to shortlist');
  await agency.getByRole('button', { name: 'On your shortlist' }).waitFor();
  await agency.goto(address(agency, `/find?from=${from}&to=${to}&guests=3`));
  await agency.getByRole('link', { name: 'Compare' }).click();
  await heading(agency, 'Compare guides').waitFor();
  await agency.getByText('for 2 days, 3 guests').nth(1).waitFor();
  expect(await agency.getByRole('columnheader').count()).toBe(2);
  await expectAccessibleInBothThemes(agency);
  await press(agency, 'Share with a customer');
  await agency.getByLabel('Heading of the page').fill('For your weekend');
  await press(agency, 'Make the link');
  const link = await agency.getByRole('link', { name: /\/shared#/ }).getAttribute('href');
  await agency.keyboard.press('Escape');
  const customer = await opened.visitor();
  await customer.goto(link ?? '');
  await heading(customer, 'For your weekend').waitFor();
  await customer.getByRole('heading', { name: 'Olívia Prado' }).waitFor();
  // Another link in the same tab loads no document.
  await customer.goto(`${link}x`);
  await heading(customer, 'This page has ended').waitFor();
  await customer.goto(link ?? '');
  await customer.getByRole('heading', { name: 'Olívia Prado' }).waitFor();
  expect(await customer.getByText(/€|240|Sandbox Studio/).count()).toBe(0);
  await expectAccessibleInBothThemes(customer);
  await agency.getByRole('button', { name: 'End', exact: true }).click();
  await press(agency, 'End the link');
  await agency.getByRole('heading', { name: 'Shared with customers' }).waitFor({ state: 'detached' });
  await customer.reload();
  await heading(customer, 'This page has ended').waitFor();
  await press(agency, 'Remove Olívia Prado');
  await agency.getByRole('columnheader', { name: /Olívia/ }).waitFor({ state: 'detached' });
  await agency.getByRole('link', { name: 'Find guides' }).last().click();
  await agency.getByText('1 guide on your shortlist').waitFor();
  await press(agency, 'Clear shortlist');
  await agency.getByRole('complementary', { name: 'Shortlist' }).waitFor({ state: 'detached' });
  await agency.goto(address(agency, '/find?area=Nowhere'));
  await agency.getByText('No matching guides').waitFor();
  expect(await agency.getByRole('combobox', { name: /Place/ }).inputValue()).toBe('Nowhere');
});

test('several orders are confirmed by one press; one that is gone stays with why, and the others are done', async () => {
  const { platform } = opened;
  const { agency: booking, studio: confirming } = platform.sandbox;
  const ids: string[] = [];
  for (const [n, name] of ['Ana Um', 'Ana Dois', 'Ana Tres'].entries()) {
    await createGuide(platform, { id: `G710${n}`, name });
    ids.push(await bookOrder(platform, booking, bookingIn(40, `G710${n}`)));
  }
  await studio.goto(address(studio, '/inbox'));
  for (const name of ['Ana Um', 'Ana Dois', 'Ana Tres'])
    await studio.getByRole('checkbox', { name: `Select the order for ${name}` }).check({ force: true });
  await studio.getByText('3 selected').waitFor();
  await expectAccessibleInBothThemes(studio);
  await press(studio, 'Confirm 3 orders');
  const dialog = studio.getByRole('dialog');
  await dialog.getByText('Ana Dois').waitFor();
  await expectAccessibleInBothThemes(studio);
  // Meanwhile its agency has cancelled one.
  const url = `/open/v1/order/cancel/${ids[1]}`;
  expect((await platform.as(booking, { method: 'POST', url })).json()).toMatchObject({ code: 200 });
  await dialog.getByRole('button', { name: 'Confirm 3 orders' }).click();
  await dialog.getByRole('button', { name: 'Confirm 1 order' }).waitFor();
  const row = dialog.getByRole('listitem').filter({ hasText: 'Ana Dois' });
  await row.getByText('cancelled', { exact: false }).waitFor();
  await press(studio, 'Leave it as it is');
  const states = await Promise.all(
    ids.map(async (id) => {
      const answer = await platform.as(confirming, { method: 'GET', url: `/open/v1/order/detail/${id}` });
      return answer.json().data.status;
    }),
  );
  expect(states).toEqual(['confirmed', 'cancelled', 'confirmed']);
  await studio.getByRole('checkbox', { name: 'Select the order for Ana Um' }).waitFor({ state: 'detached' });
});

test('a studio reads its orders in figures, by guide, and downloads what the table has', async () => {
  await studio.goto(address(studio, '/'));
  await studio.getByRole('link', { name: 'Reports' }).click();
  await heading(studio, 'Reports').waitFor();
  const requests = studio.getByRole('table', { name: 'Requests', exact: true });
  await requests.waitFor();
  await studio.getByRole('table', { name: 'Booked days', exact: true }).waitFor();
  await expectAccessibleInBothThemes(studio);
  await press(studio, /Requests by/);
  await studio.getByRole('option', { name: 'Guide' }).click();
  await studio.waitForURL(/requestsBy=guide/);
  await requests.getByRole('row', { name: /Ana Dois/ }).waitFor();
  const row = requests.getByRole('row', { name: /Ana Um/ });
  await row.getByRole('cell', { name: '1 (100%)' }).waitFor();
  await expectAccessible(studio);
  const [file] = await Promise.all([
    studio.waitForEvent('download'),
    studio.getByRole('link', { name: /Download as CSV.*Requests/ }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv).toMatch(/"G7100","Ana Um","1","1","0","0","0","0","0"/);
  await studio.goto(address(studio, '/reports?from=2020-01-01&to=2026-01-01'));
  await studio.getByText('must be within 24 months from 2020-01-01', { exact: false }).waitFor();
});

test('an agency reads its own orders in figures: booked days are a studio’s', async () => {
  await agency.goto(address(agency, '/reports'));
  await agency.getByRole('table', { name: 'What came in', exact: true }).waitFor();
  expect(await agency.getByRole('heading', { name: 'Booked days' }).count()).toBe(0);
});

test('what was found is on a map too: a price leads to the guide, and a part of the map is searched', async () => {
  await agency.goto(address(agency, '/find?area=Lisbon'));
  const asked: string[] = [];
  const note = (request: { url(): string }) => void asked.push(new URL(request.url()).host);
  agency.on('request', note);
  await agency.locator('.segment', { hasText: 'Map' }).click();
  await agency.waitForURL(/view=map/);
  const map = agency.getByRole('region', { name: 'Map of guides' });
  const marks = map.getByRole('button', { name: /guides here|, / });
  await marks.first().waitFor();
  await map.locator('.map-country').first().waitFor({ state: 'attached' });
  // By keys, until one guide is chosen: several that lie together come apart first.
  for (let presses = 0; presses < 8 && (await agency.locator('.guide-card').count()) === 0; presses++) {
    await marks.first().press('Enter');
    await agency.waitForTimeout(800);
  }
  await agency.locator('.guide-card').first().waitFor();
  await expectAccessibleInBothThemes(agency);
  await press(agency, 'Search this area');
  await agency.waitForURL(/near=3\d\.\d{4}%2C-\d/);
  await agency.getByText('In the area that was chosen on the map.').waitFor();
  await agency.getByText(/^\d+ guides?$/).waitFor();
  await press(agency, 'Search everywhere');
  await agency.waitForURL((url) => !url.searchParams.has('near'));
  agency.off('request', note);
  expect([...new Set(asked)]).toEqual([new URL(agency.url()).host]);
});

test('orders are chosen in their list and confirmed by one press: who is left out and why is said before', async () => {
  const { platform } = opened;
  const { agency: booking, studio: confirming } = platform.sandbox;
  const ids: string[] = [];
  for (const [n, name] of ['Bea Um', 'Bea Dois', 'Bea Tres'].entries()) {
    await createGuide(platform, { id: `G720${n}`, name });
    ids.push(await bookOrder(platform, booking, bookingIn(45, `G720${n}`)));
  }
  const confirm = (id: string) =>
    platform.as(confirming, { method: 'POST', url: `/open/v1/order/confirm/${id}` });
  expect((await confirm(ids[0]!)).json()).toMatchObject({ code: 200 });
  await studio.goto(address(studio, '/orders?text=Bea'));
  await studio.getByRole('row', { name: /Bea Tres/ }).waitFor();
  await studio.keyboard.press('j');
  await studio.keyboard.press('x');
  for (const key of ['j', 'j', 'X']) await studio.keyboard.press(key);
  await studio.getByText('3 selected').waitFor();
  await expectAccessibleInBothThemes(studio);
  await press(studio, 'Confirm 3 orders');
  const dialog = studio.getByRole('dialog', { name: 'Confirm 2 orders' });
  await dialog.getByRole('heading', { name: '1 is left out' }).waitFor();
  await dialog.getByText('Confirmed: there is nothing to confirm or reject.').waitFor();
  await expectAccessibleInBothThemes(studio);
  // Meanwhile somebody else rejects one.
  const url = `/open/v1/order/reject/${ids[1]}`;
  expect((await platform.as(confirming, { method: 'POST', url })).json()).toMatchObject({ code: 200 });
  await dialog.getByRole('button', { name: 'Confirm 2 orders' }).click();
  await dialog.getByRole('button', { name: 'Confirm 1 order' }).waitFor();
  await dialog.getByText('the order is cancelled').waitFor();
  await press(studio, 'Leave it as it is');
  await studio
    .getByRole('row', { name: /Bea Tres/ })
    .getByText('Confirmed')
    .waitFor();
  await studio.getByText('Select all 3').waitFor();
});

test('a file comes with a message, and the other side downloads it', async () => {
  const orderId = await bookOrder(opened.platform, opened.platform.sandbox.agency, bookingIn(40, 'G7001'));
  await studio.goto(address(studio, `/orders/${orderId}`));
  const words = 'The meeting point is on the plan.';
  await studio.getByLabel('Message', { exact: true }).last().fill(words);
  const [chooser] = await Promise.all([
    studio.waitForEvent('filechooser'),
    studio.getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PNG });
  await studio.getByRole('button', { name: 'Remove plan.png' }).waitFor();
  await expectAccessible(studio);
  await press(studio, 'Send message');
  await studio.getByText('Message sent.').waitFor();
  await agency.goto(address(agency, `/orders/${orderId}`));
  await agency.getByText(words).first().waitFor();
  const [file] = await Promise.all([
    agency.waitForEvent('download'),
    agency.getByRole('link', { name: 'Download plan.png' }).first().click(),
  ]);
  expect(file.suggestedFilename()).toBe('plan.png');
  expect(readFileSync(await file.path()).equals(PNG)).toBe(true);
});

test('chosen orders are assigned by one press and undone by another, and downloaded, on a phone as well', async () => {
  const phone = await opened.signedIn('studio', { width: 390, isPhone: true });
  await phone.waitForURL(/\/CO\d+\/sandbox$/);
  await phone.goto(address(phone, '/orders?text=Bea'));
  const boxOf = (name: string) => phone.getByRole('checkbox', { name: `Select the order for ${name}` });
  for (const name of ['Bea Um', 'Bea Tres']) await boxOf(name).check({ force: true });
  await phone.getByText('2 selected').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [file] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: 'Download 2 as CSV' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(3);
  await press(phone, 'Assign to');
  await phone.getByRole('menuitem', { name: 'Me', exact: true }).click();
  const dialog = phone.getByRole('dialog');
  expect(await dialog.getByText('(currently: Nobody)').count()).toBe(2);
  await expectAccessible(phone);
  await dialog.getByRole('button', { name: 'Assign 2 orders' }).click();
  await phone.getByText('2 orders assigned to: Stella Studio.').waitFor();
  await dialog.getByText('Close', { exact: true }).click();
  const mine = phone.locator('.assigned-narrow').filter({ hasText: 'you' });
  await mine.nth(1).waitFor();
  await press(phone, 'Undo');
  await mine.first().waitFor({ state: 'detached' });
  await phone.close();
});

test('a shared trip says how many places are left, and what is too much for them', async () => {
  const tour = {
    tripKindId: 'tour',
    name: 'Together',
    durationMinutes: 120,
    startTimes: ['10:00'],
    price: 5_000,
  };
  const terms = { offersWholeDays: false, maxGuests: 12, tripKinds: [{ ...tour, capacity: 8 }] };
  await createGuide(opened.platform, { id: 'G7602', name: 'Tilda Junto', ...terms });
  const trip = { ...bookingIn(20, 'G7602'), tripDate, tripDays: undefined as never, guestCount: 5 };
  const hours = { tripKindId: 'tour', startTime: '10:00' };
  await bookOrder(opened.platform, opened.platform.sandbox.agency, { ...trip, ...hours });
  await agency.goto(address(agency, `/find/G7602?date=${tripDate}&guests=3`));
  await agency.getByText('3 of 8 places left.').waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.goto(address(agency, `/find/G7602?date=${tripDate}&guests=4`));
  await agency.getByText('3 of 8 places are left').waitFor();
  await expectAccessibleInBothThemes(agency);
});

test('a trip is held, made longer while it is held, and booked at its price; a taken time leaves the hold as it is', async () => {
  const { platform } = opened;
  await createGuide(platform, { id: 'G7250', name: 'Hilda Halt', dayRate: 10_000 });
  const later = { ...bookingIn(24, 'G7250'), tripDate: addDays(tripDate, 4) };
  await bookOrder(platform, platform.sandbox.agency, later);
  await agency.goto(address(agency, `/find/G7250?date=${tripDate}`));
  await press(agency, 'Hold for 15 minutes');
  await agency.getByText('This trip is held for you').waitFor();
  await agency.getByLabel('Contact name').fill('Ada Lovelace');
  await press(agency, 'Change the trip');
  const days = agency.getByRole('textbox', { name: /^Days/ });
  await days.fill('5');
  await days.blur();
  await expectAccessibleInBothThemes(agency);
  await press(agency, 'Hold this instead');
  await agency.getByText('The guide is booked on', { exact: false }).first().waitFor();
  await agency.getByRole('button', { name: 'Book for €100.00' }).waitFor();
  await days.fill('2');
  await days.blur();
  await press(agency, 'Hold this instead');
  await agency.getByText('The hold is changed.').waitFor();
  expect(await agency.getByLabel('Contact name').inputValue()).toBe('Ada Lovelace');
  await agency.getByLabel('Phone').fill('+351912345678');
  await press(agency, 'Book for €200.00');
  await heading(agency, 'Trip with Hilda Halt').waitFor();
  await agency.getByRole('cell', { name: '€200.00' }).first().waitFor();
});

test('columns of the list are hidden and kept with a view, and an order is looked at beside it, by keys alone', async () => {
  await createGuide(opened.platform, { id: 'G7604', name: 'Pia Beside' });
  for (const day of [41, 43])
    await bookOrder(opened.platform, opened.platform.sandbox.agency, bookingIn(day, 'G7604'));
  await agency.goto(address(agency, '/orders?text=Beside'));
  const heads = () => agency.getByRole('columnheader').allInnerTexts();
  await agency.getByRole('columnheader', { name: 'Price' }).waitFor();
  await press(agency, 'Columns');
  for (const name of ['Price', 'Assigned to'])
    await agency.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await agency.keyboard.press('Escape');
  await agency.waitForURL(/hidden=assigned%2Cprice$/);
  expect(await heads()).toEqual([
    'Select',
    'Guide',
    'Trip',
    'Guests',
    'State',
    'Next',
    'Reference',
    'Look at it',
  ]);
  await press(agency, 'Views');
  await agency.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await agency.getByRole('dialog').getByLabel('Name').fill('Without prices');
  await press(agency, 'Save view');
  await agency.getByRole('link', { name: 'All orders' }).click();
  await agency.getByRole('columnheader', { name: 'Price' }).waitFor();
  await agency.getByRole('link', { name: 'Without prices' }).click();
  await agency.getByRole('columnheader', { name: 'Price' }).waitFor({ state: 'detached' });
  await agency.getByText('2 orders', { exact: true }).waitFor();

  const ids = await agency
    .locator('tr[data-id]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id!));
  const link = (id: string | undefined) => agency.locator(`tr[data-id="${id}"] a.row-link`);
  await agency.keyboard.press('j');
  await agency.keyboard.press('p');
  const beside = agency.getByRole('dialog');
  const open = beside.getByRole('link', { name: 'Open order' });
  const leadsTo = (id: string | undefined) => beside.locator(`a.button[href$="/orders/${id}"]`).waitFor();
  await leadsTo(ids[0]);
  await beside.getByRole('heading', { name: 'Conversation' }).waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.keyboard.press('j');
  await leadsTo(ids[1]);
  await agency.keyboard.press('k');
  await agency.keyboard.press('k');
  await leadsTo(ids.at(-1));
  await agency.keyboard.press('Escape');
  await beside.waitFor({ state: 'detached' });
  expect(await link(ids[0]).evaluate((row) => row === document.activeElement)).toBe(true);
  await agency
    .getByRole('button', { name: /^Look at the order for/ })
    .nth(1)
    .click();
  await open.click();
  await agency.waitForURL(new RegExp(`/orders/${ids[1]}$`));
});

test('a code that does not hold is refused at its field, and one that does is in the price and in the order', async () => {
  await createGuide(opened.platform, {
    ...{ id: 'G7019', name: 'Otto Offer', dayRate: 10_000 },
    offers: [{ name: 'For friends', code: 'FRIENDS-10', percent: 10, minDays: 2 }],
  });
  await agency.goto(address(agency, `/find/G7019?date=${tripDate}&days=1`));
  await agency.getByText('The guide is free.').waitFor();
  await agency.getByLabel('Offer code').fill('friends-10');
  await press(agency, 'Apply');
  await agency.getByText('This is not offered for this trip.').waitFor();
  await agency.getByRole('cell', { name: '€100.00' }).first().waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.goto(address(agency, `/find/G7019/book?date=${tripDate}&days=2`));
  await agency.getByLabel('Offer code').fill('friends-10');
  await press(agency, 'Apply');
  await agency.getByText('Offer: For friends').waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.getByLabel('Contact name').fill('Ada Lovelace');
  await agency.getByLabel('Phone').fill('+351912345678');
  await press(agency, 'Book for €180.00');
  await heading(agency, 'Trip with Otto Offer').waitFor();
  await agency.getByText('Offer: For friends').waitFor();
  // What is chosen otherwise afterwards says why there is no price.
  await agency.goto(address(agency, `/find/G7019?date=${tripDate}&days=1&offer=FRIENDS-10`));
  await agency.getByText(/The code does not apply to this trip/).waitFor();
  await press(agency, 'Remove: FRIENDS-10');
  await agency.getByRole('cell', { name: '€100.00' }).first().waitFor();
});

test('a turn of the waitlist is announced, stands beside what one waits for, and is booked before its end', async () => {
  const { platform } = opened;
  await createGuide(platform, {
    id: 'G7251',
    name: 'Wanda Warten',
    dayRate: 10_000,
    waitlistWindowMinutes: 45,
  });
  const before = await createMerchant(platform, 'mk_before_turn');
  const orderId = await bookOrder(platform, before, { ...bookingIn(20, 'G7251'), tripDate });
  await agency.goto(address(agency, `/find/G7251?date=${tripDate}`));
  await press(agency, 'Notify me when it is free');
  await agency.getByText('the time is then held for you for 45 minutes', { exact: false }).waitFor();
  await platform.as(before, { method: 'POST', url: `/open/v1/order/cancel/${orderId}` });
  await agency.getByRole('button', { name: /^Notices, \d+ unread/ }).waitFor();
  await agency.goto(address(agency, '/find'));
  await agency.getByText('Held for you', { exact: false }).waitFor();
  await agency.getByRole('button', { name: /^Notices/ }).click();
  await agency.getByText('Held for you until', { exact: false }).waitFor();
  await expectAccessibleInBothThemes(agency);
  await agency.getByRole('link', { name: /Wanda Warten is free at the time you wait for/ }).click();
  await agency.getByText('It is your turn on the waitlist', { exact: false }).waitFor();
  expect(await agency.getByRole('button', { name: 'Hold 15 minutes longer' }).count()).toBe(0);
  await expectAccessibleInBothThemes(agency);
  await agency.getByLabel('Contact name').fill('Ada Lovelace');
  await agency.getByLabel('Phone').fill('+351912345678');
  await press(agency, 'Book for €100.00');
  await heading(agency, 'Trip with Wanda Warten').waitFor();
});
