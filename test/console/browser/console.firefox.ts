/**
 * `npm run proof -- console:firefox`: the console in Firefox (FIREFOX, default /usr/bin/firefox-esr or firefox): every page at two widths, and what people
 * do most with mouse and keys. Nothing is wider than the screen, axe finds nothing, no page fails. By WebDriver BiDi, which Firefox itself speaks;
 * sessions are those of the tests in Chromium.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import axe from 'axe-core';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { type EveryPage, openEveryPage } from './every-page.ts';
import type { ConsolePage, Viewer } from './pages.ts';

const WIDE = 1280;
const WIDTHS = [390, WIDE];
const LONG_MS = 2_700_000;
const PATIENCE_MS = 30_000;
const WANTED = new RegExp(process.env.PAGES ?? '.');

let world: EveryPage;
let firefox: Browser;
const faults: string[] = [];
const viewers = new Map<Viewer, Page>();

beforeAll(async () => {
  world = await openEveryPage();
  firefox = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath() });
  for (const [viewer, page] of Object.entries(await world.viewers('light'))) {
    const context = await firefox.createBrowserContext();
    const cookies = await page.context().cookies();
    await context.setCookie(
      ...cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path, httpOnly: true })),
    );
    const own = await context.newPage();
    own.setDefaultTimeout(PATIENCE_MS);
    await own.evaluateOnNewDocument(axe.source);
    own.on('pageerror', (error) => {
      const message = error instanceof Error ? error.message : String(error);
      // What was on its way when the page was left; a page that misses it is not there, which fails by itself.
      if (!message.includes('A ServiceWorker intercepted the request'))
        faults.push(`${own.url()}: ${message}`);
    });
    viewers.set(viewer as Viewer, own);
  }
}, 240_000);
afterAll(async () => {
  await firefox?.close();
  await world?.close();
});

function firefoxPath(): string {
  const known = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  const path = known.find((one) => one !== undefined && existsSync(one));
  if (path === undefined)
    throw new Error('no Firefox was found: install it (Debian: firefox-esr), or name one by FIREFOX');
  return path;
}

const pageOf = (viewer: Viewer) => viewers.get(viewer)!;

/** Until nothing is loading any more. */
async function show(
  { viewer, path, press }: Pick<ConsolePage, 'viewer' | 'path' | 'press'>,
  width = WIDE,
): Promise<Page> {
  const page = pageOf(viewer);
  // Behind another one it draws a frame a second, and its animations take minutes.
  await page.bringToFront();
  await page.setViewport({ width, height: 900 });
  // The page before may be on its way to a filter of its own address, and would end this one.
  const leave = () => page.goto('about:blank');
  await leave().catch(leave);
  await page.goto(`${world.opened.url}${path}`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('h1');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null);
  if (press === undefined) return page;
  await (await buttonOf(page, press)).click();
  await page.waitForSelector('[role="dialog"], [role="menu"]');
  // What still appears has less contrast than it will have.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  return page;
}

/** By a part of its name, as Chromium's tests find it. */
async function buttonOf(page: Page, name: string): Promise<ElementHandle<Element>> {
  const find = (part: string) =>
    [...document.querySelectorAll('button')].find((button) =>
      (button.ariaLabel ?? button.innerText).includes(part),
    );
  await page.waitForFunction(find, {}, name);
  return (await page.evaluateHandle(find, name)) as ElementHandle<Element>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function findingsOf(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (what: object, how: object) => Promise<{ violations: Violation[] }> };
    };
    const what = { exclude: [['[data-live-announcer]'], ['.palette-list']] };
    return (await inPage.run(what, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })).violations;
  });
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(' | ')}`.slice(0, 300),
  );
}

test(
  'every page is there, fits, and is accessible',
  async () => {
    const problems: string[] = [];
    // At once: what was found before a time limit is known, too.
    const add = (problem: string) => {
      console.log(problem);
      problems.push(problem);
    };
    for (const one of world.pages.filter(({ name }) => WANTED.test(name))) {
      for (const width of WIDTHS) {
        try {
          const page = await show(one, width);
          const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
          if (isWider) add(`${one.path} is wider than ${width} px`);
          const findings = width === WIDE ? await findingsOf(page) : [];
          for (const finding of findings) add(`${one.name}: ${finding}`);
        } catch (error) {
          add(`${one.name} at ${width}: ${(error as Error).message}`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(faults).toEqual([]);
  },
  LONG_MS,
);

test(
  'a studio confirms an order, and blocks days by dragging over them',
  async () => {
    const { pages, life } = world;
    const pathOf = (name: string) => pages.find((one) => one.name === name)!.path;
    const page = await show({ viewer: 'studio', path: pathOf('studio-order-pending') });
    await (await buttonOf(page, 'Confirm order')).click();
    await page.waitForSelector('[role="dialog"], [role="alertdialog"]');
    await page
      .locator(
        '[role="dialog"] ::-p-aria(Confirm order[role="button"]), [role="alertdialog"] ::-p-aria(Confirm order[role="button"])',
      )
      .click();
    await page.waitForFunction(() => document.querySelector('.badge.green') !== null);
    await show({ viewer: 'studio', path: `${pathOf('studio-calendar')}?view=month&from=2027-06-01` });
    expect(life.pending).toMatch(/^ORD/);
    const days = await page.$$('.overview tbody tr:first-child td.free');
    await days[2]!.hover();
    await page.mouse.down();
    await days[4]!.hover();
    await page.mouse.up();
    await page.waitForSelector('::-p-text(3 days blocked.)');
    expect(faults).toEqual([]);
  },
  LONG_MS,
);

test(
  'an agency finds a guide on the map',
  async () => {
    const path = world.pages.find(({ name }) => name === 'agency-find-map')!.path;
    const page = await show({ viewer: 'agency', path: `${path}&area=Lisbon` });
    await page.waitForSelector('.map-country');
    for (let presses = 0; presses < 8 && (await page.$('.guide-card')) === null; presses++) {
      await (await page.waitForSelector('.map-mark'))!.click();
      await new Promise((done) => setTimeout(done, 800));
    }
    await page.waitForSelector('.guide-card');
    expect(faults).toEqual([]);
  },
  LONG_MS,
);
