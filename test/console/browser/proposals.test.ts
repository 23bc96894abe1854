import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Merchant } from '../../../db/entities/index.ts';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
} from '../../support/console/console-browser.ts';
import { createMerchant } from '../../support/merchants.ts';
import { signInOperator } from './operator.ts';

/** What one operator proposes and another confirms, as both see it. */
const KEY = 'mk_live_rota';
let console_: ConsoleInBrowser;

beforeAll(async () => {
  console_ = await openConsole({ config: { operatorsToApprove: 2 } as never });
  await createMerchant(console_.platform, KEY, { sandbox: false, name: 'Rota do Sol' });
  await console_.platform.orm.em.fork().nativeUpdate(Merchant, { key: KEY }, { verification: 'pending' });
});
afterAll(async () => {
  await console_.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
const verification = async () =>
  (await console_.platform.orm.em.fork().findOneOrFail(Merchant, KEY)).verification;

test('an operator proposes an approval, sees that another has to confirm it, and another does', async () => {
  const first = await signInOperator(console_);
  await first.goto(`/desk/merchants/${KEY}`);
  await press(first, 'Approve');
  await first.getByText('once another operator has confirmed it').waitFor();
  await press(first, 'Approve');
  await first.getByText('Proposed. Another operator has to confirm it').waitFor();
  expect(await verification()).toBe('pending');
  await first.goto('/desk/proposals');
  await first.getByText('You have proposed this').waitFor();
  expect(await first.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);

  const second = await signInOperator(console_, { colorScheme: 'dark' });
  await second.goto('/desk');
  await second.getByRole('link', { name: '1 proposal waits for another operator' }).click();
  await second.getByText('Proposed by Olga Operator').waitFor();
  await expectAccessible(second);
  await press(second, 'Confirm');
  await second.getByText('It gets tokens from now on').waitFor();
  await press(second, 'Confirm');
  await second.getByText('Confirmed, and done.').waitFor();
  await second.getByText('Nothing to confirm').waitFor();
  await second.getByRole('heading', { name: 'Decided' }).waitFor();
  expect(await verification()).toBe('approved');
});
