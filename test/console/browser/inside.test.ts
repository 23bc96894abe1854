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

/** Chromium and a whole platform. */
const PATIENCE_MS = 240_000;
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
}, PATIENCE_MS);
afterAll(() => opened.close(), PATIENCE_MS);

const address = (path: string) => new URL(studio.url()).pathname.split('/').slice(0, 3).join('/') + path;
const press = (name: string | RegExp) => studio.getByRole('button', { name, exact: true }).click();

test(
  'an answer is saved; what stands for nothing is refused with what there is, and nothing typed is lost',
  async () => {
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
  },
  PATIENCE_MS,
);

test(
  'it comes into a message with the facts of the order, beside what was typed',
  async () => {
    await studio.goto(address(`/orders/${ORDER}`));
    const message = studio.getByRole('textbox', { name: 'Message' });
    await message.fill('Hello!');
    await press('Saved answers');
    await studio.getByRole('menuitem', { name: 'Where to meet' }).click();
    expect(await message.inputValue()).toBe(`Hello! Meet Olívia Prado, order ${ORDER}.`);
  },
  PATIENCE_MS,
);

test(
  'a note looks like one, has a text of its own, and is deleted after a question',
  async () => {
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
  },
  PATIENCE_MS,
);

test(
  'somebody takes an order, and finds it by that',
  async () => {
    await press('Not assigned');
    await studio.getByRole('menuitem', { name: 'Me', exact: true }).click();
    await studio.getByRole('button', { name: /^Assigned to Stella/ }).waitFor();
    await studio.goto(address('/orders?assigned=me'));
    await studio.getByRole('cell', { name: 'you', exact: true }).waitFor();
    await expectAccessibleInBothThemes(studio);
    const csv = await studio.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
    expect(csv).toContain('assigned=me');
    await studio.goto(address('/orders?assigned=nobody'));
    await studio.getByText('No order is like that').waitFor();
  },
  PATIENCE_MS,
);
