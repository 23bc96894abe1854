/** Forms under somebody's hands: nothing typed is lost, no click is, and what is wrong is said in the page's language. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  type ConsoleInBrowser,
  expectAccessible,
  openConsole,
  SANDBOX_PASSWORD,
} from '../../support/console/console-browser.ts';

/** A real browser on a busy machine takes its time. */

let opened: ConsoleInBrowser;
let page: Page;
/** `/CO…/sandbox`. */
let root: string;
beforeAll(async () => {
  opened = await openConsole();
  page = await opened.signedIn('studio', { locale: 'de-DE' });
  await page.waitForURL(/\/CO\d+\/sandbox/);
  root = /\/CO\d+\/sandbox/.exec(page.url())![0];
});
afterAll(() => opened.close());

const currency = () => page.getByRole('combobox', { name: 'Currency' });
const save = () => page.getByRole('button', { name: 'Save changes' });
const toast = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test("a missing field is said in the page's language, and the first click after it is mended counts", async () => {
  await page.goto(`${root}/guides/G1001`);
  const name = page.locator('input[name="name"]');
  await name.fill('');
  await save().click();
  const error = page.getByText('This is required.', { exact: true });
  await error.waitFor();
  await expectAccessible(page);
  await name.fill('Inês Tavares of Lisbon');
  await save().scrollIntoViewIfNeeded();
  const before = (await save().boundingBox())!;
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await save().boundingBox()).toEqual(before);
  await page.mouse.up();
  await toast('Saved.').waitFor();
  expect(await error.count()).toBe(0);
});

test('a number that was just typed counts with the press that leaves its field', async () => {
  await page.goto(`${root}/guides/G1001`);
  await page.getByLabel('Maximum guests').first().fill('9');
  await save().click();
  await toast('Saved.').waitFor();
  await page.reload();
  expect(await page.getByLabel('Maximum guests').first().inputValue()).toBe('9');
});

test('a currency is chosen by its name in full; alone it is saved with every price, and none that there is not', async () => {
  await page.goto(`${root}/guides/G1002`);
  await currency().fill('Doubloons');
  await page.keyboard.press('Tab');
  await page.getByText('“Doubloons” is not one of the choices.').waitFor();
  expect(await currency().inputValue()).toBe('Doubloons');
  await currency().fill('japanese yen');
  await page.keyboard.press('Tab');
  expect(await currency().inputValue()).toBe('Japanese Yen (JPY)');
  await page.getByText('Every price is now in JPY.').waitFor();
  await save().click();
  await toast('Saved.').waitFor();
  await page.reload();
  expect(await currency().inputValue()).toBe('Japanese Yen (JPY)');
});

test('leaving a page with something typed asks; staying keeps it, and so does leaving', async () => {
  await page.goto(`${root}/guides/new`);
  const area = page.getByLabel('Main area');
  await area.fill('Évora');
  await page.getByRole('link', { name: 'Reviews' }).click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  expect(page.url()).toContain('/guides/new');
  expect(await area.inputValue()).toBe('Évora');
  await page.getByRole('navigation', { name: 'World' }).getByRole('link', { name: 'Live' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/live/);
  await page.goto(`${root}/guides/new`);
  await page.getByText('Your earlier input has been restored.').waitFor();
  expect(await area.inputValue()).toBe('Évora');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  expect(await area.inputValue()).toBe('');
  await page.getByRole('link', { name: 'Reviews' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
});

test('a dialog with something typed is not closed by a click beside it', async () => {
  await page.goto(`${root}/endpoints`);
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('https://hooks.example');
  await page.mouse.click(5, 500);
  await dialog.getByText('What you typed here was not sent.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  const address = dialog.getByRole('textbox').first();
  expect(await address.inputValue()).toBe('https://hooks.example');
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('where the session has ended one signs in in a dialog, and what was typed is saved', async () => {
  await page.goto(`${root}/guides/G1003`);
  await page.getByLabel('Main area').fill('Óbidos');
  await opened.platform.orm.em.fork().execute('delete from console_session');
  // The page may find out by itself first: then the click waits until the dialog is gone.
  const saving = save().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Password').fill(SANDBOX_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await saving;
  await toast('Saved.').waitFor();
  expect(await page.getByLabel('Main area').inputValue()).toBe('Óbidos');
});
