/**
 * `npm run console:pictures`: every page at three widths, light and dark, as pictures in PICTURES (default .guidepost/pictures), for
 * people to look at; PAGES, a pattern, picks some of them. What can be judged without eyes is judged: nothing is wider than the screen, axe finds nothing, no page fails.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type CallbackReceiver, startCallbackReceiver } from '../../support/callback-receiver.ts';
import { axeFindings, type ConsoleInBrowser, openConsole } from '../../support/console-browser.ts';
import { signInOperator } from './operator.ts';
import { type ConsolePage, pagesOf } from './pages.ts';
import { liveInSandbox } from './sandbox-life.ts';

const FOLDER = process.env.PICTURES ?? join('.guidepost', 'pictures');
const WANTED = new RegExp(process.env.PAGES ?? '.');
const WIDTHS = [390, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;

let opened: ConsoleInBrowser;
let receiver: CallbackReceiver;
let pages: ConsolePage[];
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  receiver = await startCallbackReceiver();
  opened = await openConsole();
  const life = await liveInSandbox(opened.platform, receiver.url);
  const companies = await opened.platform.orm.em
    .fork()
    .execute<{ id: string; kind: string }[]>('select id, kind from company');
  const idOf = (kind: string) => companies.find((one) => one.kind === kind)!.id;
  pages = pagesOf(life, { agency: idOf('agency'), studio: idOf('studio') }).filter(({ name }) =>
    WANTED.test(name),
  );
}, 120_000);
afterAll(async () => {
  await opened.close();
  await receiver.close();
});

test.each(SCHEMES)(
  '%s',
  async (colorScheme) => {
    const problems: string[] = [];
    const viewers = {
      nobody: await opened.visitor({ colorScheme }),
      agency: await opened.signedIn('agency', { colorScheme }),
      studio: await opened.signedIn('studio', { colorScheme }),
      operator: await signInOperator(opened, { colorScheme }),
    };
    for (const { name, viewer, path } of pages) {
      const page = viewers[viewer];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await show(page, path);
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
