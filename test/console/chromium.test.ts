import { expect, test } from '@jest/globals';
import { launchChromium } from '../support/console/chromium/launch.ts';

// The first time the browser comes from the registry.

test('there is a browser to test the console in', async () => {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.setContent('<h1>Guidepost</h1>');
  expect(await page.textContent('h1')).toBe('Guidepost');
  await browser.close();
});
