import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Order } from '../../../db/entities/index.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createOrderRow } from '../../support/orders.ts';
import { signInOperator } from './operator.ts';

/** A traveller's data, exported and then erased by two operators, as both see it. */
const ID = 'ORD1700000000000000777';
let console_: ConsoleInBrowser;

beforeAll(async () => {
  console_ = await openConsole({ config: { operatorsToApprove: 2 } as never });
  const trip = { guideId: 'G1001', tripDate: '2027-03-11', tripDays: 1 };
  await createOrderRow(console_.platform, { ...trip, id: ID, status: 'completed', sandbox: false });
});
afterAll(async () => {
  await console_.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

async function ask(page: Page, verb: string): Promise<void> {
  await page.goto('/desk/personal');
  await page.getByLabel('Whose data?').fill(ID);
  await page.keyboard.press('Enter');
  await page.getByText('What is kept in 1 order').waitFor();
  await expectAccessible(page);
  await press(page, verb);
  await page.getByLabel('Reason').fill('Request 17');
  await expectAccessible(page);
  await press(page, verb);
  await page.getByText('Proposed. Another operator has to confirm it.').waitFor();
  expect(page.url()).not.toContain(ID);
}

async function confirm(page: Page): Promise<void> {
  await page.goto('/desk/proposals');
  await page.getByText('Request 17').first().waitFor();
  await expectAccessible(page);
  await press(page, 'Confirm');
  await press(page, 'Confirm');
  await page.getByText('Confirmed, and done.').waitFor();
}

test('one asks, another confirms; the file is downloaded once; then nothing is left', async () => {
  const first = await signInOperator(console_);
  const second = await signInOperator(console_, { colorScheme: 'dark' });
  await ask(first, 'Ask to export');
  await confirm(second);
  expect(await second.getByRole('button', { name: 'Download', exact: true }).count()).toBe(0);

  await first.goto('/desk/proposals');
  const [file] = await Promise.all([first.waitForEvent('download'), press(first, 'Download')]);
  expect(file.suggestedFilename()).toMatch(/^guidepost-PRP\d+\.jsonl$/);
  const [line = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ table: 'orders', row: { id: ID, contact_name: 'Ana' } });
  await first.getByText('Downloaded').first().waitFor();
  await expectAccessible(first);

  await ask(first, 'Ask to erase');
  await confirm(second);
  const { contactName } = await console_.platform.orm.em.fork().findOneOrFail(Order, ID);
  expect(contactName).toBe('');
  await first.goto('/desk/personal');
  await first.getByLabel('Whose data?').fill(ID);
  await first.keyboard.press('Enter');
  await first.getByText('Nothing personal is left').waitFor();
});
