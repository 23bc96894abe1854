/**
 * `npm run proof -- console:pictures`: every page at three widths, light and dark, as pictures in PICTURES (default .guidepost/pictures), for
 * people to look at; PAGES, a pattern, picks some of them. What can be judged without eyes is judged: nothing is wider than the screen, axe finds nothing, no page fails.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIResponse, Page } from 'playwright-core';
import { type CallbackReceiver, startCallbackReceiver } from '../../support/callback-receiver.ts';
import { axeFindings, type ConsoleInBrowser, openConsole } from '../../support/console/console-browser.ts';
import { FORM, PNG } from '../verification/world.ts';
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
  const ids = { agency: idOf('agency'), studio: idOf('studio') };
  await sendVerification(await opened.signedIn('agency'), ids.agency);
  pages = pagesOf(life, ids).filter(({ name }) => WANTED.test(name));
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
      lectora: await inSpanish(await opened.signedIn('agency', { colorScheme })),
      operator: await signInOperator(opened, { colorScheme }),
    };
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

/** The same person with another language, for this page alone. */
async function inSpanish(page: Page): Promise<Page> {
  await page.route('**/api/account/me', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.person.language = 'es';
    await route.fulfill({ response, json });
  });
  return page;
}

/** The agency has sent its papers; an operator looks at them. */
async function sendVerification(page: Page, company: string): Promise<void> {
  const headers = { origin: opened.url };
  const at = (path: string) => `${opened.url}/api/${company}/console/verification${path}`;
  const done = async (answer: Promise<APIResponse>) => {
    const { code, data, msg } = await (await answer).json();
    expect([code, msg]).toEqual([200, expect.anything()]);
    return data;
  };
  const { version } = await done(page.request.post(at('/draft'), { data: {}, headers }));
  const file = { name: 'register.png', mimeType: 'image/png', buffer: PNG };
  await done(page.request.post(at('/documents'), { multipart: { file }, headers }));
  const saved = await done(page.request.put(at('/draft'), { data: { version, form: FORM }, headers }));
  await done(page.request.post(at('/send'), { data: { version: saved.version }, headers }));
}
