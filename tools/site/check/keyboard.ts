import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';

type Step = readonly [what: string, does: (page: Page) => Promise<boolean>];

/** What a reader does by keyboard, and on a phone by touch; each starts on the page of an operation. */
const STEPS: readonly Step[] = [
  [
    'the first Tab leads to the content',
    async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      return page.evaluate<boolean>('document.activeElement.id === "content"');
    },
  ],
  [
    'the search opens, finds an error code and goes there',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('40902');
      await page.getByRole('option').first().waitFor();
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/errors#40902');
      return violations.length === 0;
    },
  ],
  [
    'the search finds a word in a chapter, and closes',
    async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('idempotncy');
      await page
        .getByRole('option', { name: /Idempotency/ })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      return (await page.getByRole('combobox').count()) === 0;
    },
  ],
  [
    'the arrows change the language of the samples, and the next page has it too',
    async (page) => {
      const tabs = page.getByRole('tab');
      if ((await tabs.count()) === 0) return true;
      await tabs.first().focus();
      await page.keyboard.press('ArrowRight');
      const chosen = await page.getByRole('tab', { selected: true }).textContent();
      await page.goto(page.url().replace('createOrder', 'getOrder'));
      return (await page.getByRole('tab', { selected: true }).textContent()) === chosen && chosen !== 'curl';
    },
  ],
  [
    'the colours change, and stay',
    async (page) => {
      await page.getByRole('button', { name: 'Dark colours' }).click();
      await page.reload();
      return page.evaluate<boolean>('document.documentElement.dataset.theme === "dark"');
    },
  ],
  [
    'the navigation opens on a phone, and closes',
    async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Navigation' }).click();
      const isOpen = await page.getByRole('link', { name: 'List orders' }).isVisible();
      await page.keyboard.press('Escape');
      return isOpen && !(await page.getByRole('link', { name: 'List orders' }).isVisible());
    },
  ],
];

/** @param tell is called with what does not work, one line each. */
export async function checkKeyboard(
  browser: Browser,
  origin: string,
  report: (problem: string) => void,
): Promise<void> {
  for (const [what, does] of STEPS) {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => report(`${what}: ${error.message}`));
    await page.goto(`${origin}/docs/reference/createOrder`);
    const works = await does(page).catch((error: Error) => {
      report(`${what}: ${error.message}`);
      return true;
    });
    if (!works) report(`not so: ${what}`);
    await context.close();
  }
}
