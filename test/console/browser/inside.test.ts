import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays, todayIn } from '../../../domain/trip.ts';
import {
  type ConsoleInBrowser,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { createOrderRow } from '../../support/orders.ts';

const ORDER = 'ORD1000000000000000001';

let opened: ConsoleInBrowser;
let studio: Page;

beforeAll(async () => {
  opened = await openConsole();
  const { platform } = opened;
  await createGuide(platform, { id: 'G7001', name: 'Olívia Prado' });
  const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), 20);
  await createOrderRow(platform, { id: ORDER, guideId: 'G7001', tripDate, tripDays: 1 });
  studio = await opened.signedIn('studio');
  await studio.waitForURL(/\/CO\d+\/sandbox$/);
});
afterAll(() => opened.close());

const address = (path: string) => new URL(studio.url()).pathname.split('/').slice(0, 3).join('/') + path;
const press = (name: string | RegExp) => studio.getByRole('button', { name, exact: true }).click();

test('an answer is saved; what stands for nothing is refused with what there is, and nothing typed is lost', async () => {
  await studio.goto(address('/company/answers'));
  await studio.getByText('No answers yet').waitFor();
  await press('New answer');
  await studio.getByLabel('Name').fill('Where to meet');
  await studio.getByRole('textbox', { name: 'Text' }).fill('Meet {who} on {date}.');
  await press('Save answer');
  await studio.getByText('There is no such placeholder.', { exact: false }).waitFor();
  await expectAccessibleInBothThemes(studio);
  await studio.getByRole('textbox', { name: 'Text' }).fill('Meet {guide}, order {order}.');
  await press('Save answer');
  await studio.getByText('Meet {guide}, order {order}.').waitFor();
  await expectAccessibleInBothThemes(studio);
});

test('it comes into a message with the facts of the order, beside what was typed', async () => {
  await studio.goto(address(`/orders/${ORDER}`));
  const message = studio.getByRole('textbox', { name: 'Message' });
  await message.fill('Hello!');
  await press('Saved answers');
  await studio.getByRole('menuitem', { name: 'Where to meet' }).click();
  expect(await message.inputValue()).toBe(`Hello! Meet Olívia Prado, order ${ORDER}.`);
});

test('a note looks like one, has a text of its own, and is deleted after a question', async () => {
  await studio.getByRole('radio', { name: 'Internal note' }).check({ force: true });
  const note = studio.getByRole('textbox', { name: 'Internal note' });
  expect(await note.inputValue()).toBe('');
  await note.fill('Asks for the <b>ramp</b>');
  await press('Add note');
  await studio.getByText('Asks for the <b>ramp</b>').waitFor();
  await studio.getByText('Only your company sees this').waitFor();
  await expectAccessibleInBothThemes(studio);
  await studio.getByRole('radio', { name: 'Message' }).check({ force: true });
  expect(await studio.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('Hello!');
  await studio.emulateMedia({ media: 'print' });
  expect(await studio.getByText('Asks for the').isVisible()).toBe(false);
  await studio.emulateMedia({ media: 'screen' });
  await press('Delete');
  await press('Delete note');
  await studio.getByText('Asks for the').waitFor({ state: 'detached' });
});

test('somebody takes an order, and finds it by that', async () => {
  await press('Not assigned');
  await studio.getByRole('menuitem', { name: 'Me', exact: true }).click();
  await studio.getByRole('button', { name: /^Assigned to Stella/ }).waitFor();
  await studio.goto(address('/orders?assigned=me'));
  await studio.getByRole('cell', { name: 'you', exact: true }).waitFor();
  await expectAccessibleInBothThemes(studio);
  const csv = await studio.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  expect(csv).toContain('assigned=me');
  await studio.goto(address('/orders?assigned=nobody'));
  await studio.getByText('No matching orders').waitFor();
});

test('a view is saved, chosen by the keyboard, replaced by what is chosen then, renamed and deleted', async () => {
  const chip = (name: string | RegExp) =>
    studio.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name });
  const choose = async (entry: string | RegExp) => {
    await press('Views');
    await studio.getByRole('menuitem', { name: entry }).click();
  };
  await studio.goto(address('/orders?status=pending&sort=tripEarliest'));
  await choose('Save as a new view…');
  await studio.getByLabel('Name').fill('To answer <b>‏שרה</b>');
  await studio.getByRole('checkbox', { name: 'For the whole company' }).check({ force: true });
  await press('Save view');
  await chip(/To answer <b>/)
    .and(studio.locator('[aria-current="page"]'))
    .waitFor();
  await expectAccessibleInBothThemes(studio);
  await chip('All orders').focus();
  await studio.keyboard.press('Enter');
  await studio.waitForURL((url) => url.search === '');
  await studio.keyboard.press('Tab');
  await studio.keyboard.press('Enter');
  await studio.waitForURL((url) => url.searchParams.get('sort') === 'tripEarliest');
  await studio.getByRole('button', { name: /trip first/ }).click();
  await studio.getByRole('option', { name: 'Latest trip first' }).click();
  await chip(/changed/).waitFor();
  const csv = await studio.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  expect(csv).toMatch(/\?status=pending&sort=tripLatest$/);
  await choose(/^Replace/);
  await chip(/changed/).waitFor({ state: 'detached' });
  await choose(/^Rename/);
  await studio.getByRole('textbox', { name: 'Name' }).fill('Later');
  await press('Save view');
  await chip(/Later$/).waitFor();
  await choose(/^Delete/);
  await press('Delete view');
  await chip(/Later$/).waitFor({ state: 'detached' });
  expect(new URL(studio.url()).searchParams.get('sort')).toBe('tripLatest');
  // Of somebody who has left: it is said that it is filtered.
  await studio.goto(address('/orders?assigned=424242&guideId=G424242&view=424242'));
  await studio.getByText('No matching orders').waitFor();
  await studio.getByRole('button', { name: /Somebody else/ }).waitFor();
});
