/**
 * `npm run proof -- console:pictures`: every page at three widths, light and dark, as pictures in PICTURES (default .guidepost/pictures), for
 * people to look at; PAGES, a pattern, picks some of them. What can be judged without eyes is judged: nothing is wider than the screen, axe finds nothing, no page fails.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../support/console/console-browser.ts';
import { type EveryPage, openEveryPage } from './every-page.ts';

const FOLDER = process.env.PICTURES ?? join('.guidepost', 'pictures');
const WANTED = new RegExp(process.env.PAGES ?? '.');
const WIDTHS = [390, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;

let world: EveryPage;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  world = await openEveryPage();
}, 120_000);
afterAll(() => world.close());

test.each(SCHEMES)(
  '%s',
  async (colorScheme) => {
    const problems: string[] = [];
    const viewers = await world.viewers(colorScheme);
    const pages = world.pages.filter(({ name }) => WANTED.test(name));
    for (const { name, viewer, path, press } of pages) {
      const page = viewers[viewer];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await show(page, path);
        if (press) await open(page, press);
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        if (isWider) problems.push(`${path} is wider than ${width} px`);
      }
      problems.push(...(await axeFindings(page)).map((finding) => `${path}: ${finding}`));
    }
    expect(problems).toEqual([]);
  },
  1_200_000,
);

/** Until nothing is loading any more. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' });
}

/** Presses the button; what it opens stands still. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
}
