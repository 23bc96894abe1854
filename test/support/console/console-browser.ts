import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildConsole, type ConsoleDeps } from '../../../console/server/app.ts';
import { createLogger } from '../../../lib/http/plugins/logging.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import { ensureSandboxLogins } from '../../../services/accounts/sandbox-logins.ts';
import { createLivePlatform, type LivePlatform } from '../live-platform.ts';
import { drawPort } from '../ports.ts';
import { testPages } from '../servers/index.ts';
import { launchChromium } from './chromium/launch.ts';

/** A busy machine makes pages wait; what is broken stays broken. */
const PATIENCE_MS = 120_000;
export const SANDBOX_PASSWORD = 'correct horse battery staple';

interface VisitorOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** The browser's own. Default: British, as the tests' dates are written. */
  readonly locale?: string;
  /** A finger instead of a mouse. */
  readonly isPhone?: boolean;
}

/** The whole platform with its console, and a browser that looks at it. */
export interface ConsoleInBrowser {
  readonly platform: LivePlatform;
  /** Where the console answers. */
  readonly url: string;
  /** Where the API answers. */
  readonly api: string;
  readonly browser: Browser;
  /** A browser of its own, signed out. What fails in its pages fails the test. */
  visitor(options?: VisitorOptions): Promise<Page>;
  /** One of the sandbox's logins, signed in. */
  signedIn(who: 'agency' | 'studio', options?: VisitorOptions): Promise<Page>;
  close(): Promise<void>;
}

/** @param deps over those of a usual console; with a live platform behind it. */
export async function openConsole(deps: Partial<ConsoleDeps> = {}): Promise<ConsoleInBrowser> {
  await testPages();
  const platform = await createLivePlatform({ settlements: true });
  const api = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const port = await drawPort();
  const url = `http://localhost:${port}`;
  const app = await startConsole(platform, deps, { url, api, port });
  const browser = await launchChromium();
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  async function visitor({
    colorScheme = 'light',
    width = 1280,
    locale = 'en-GB',
    isPhone = false,
  }: VisitorOptions = {}) {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({
      baseURL: url,
      colorScheme,
      locale,
      viewport,
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
        faults.push(message.text());
    });
    return page;
  }

  return {
    platform,
    url,
    api,
    browser,
    visitor,
    async signedIn(who, options) {
      const page = await visitor(options);
      const email = `${who}@guidepost.example`;
      const data = { email, password: SANDBOX_PASSWORD };
      const headers = { origin: url };
      const answer = await page.request.post(`${url}/api/account/sign-in`, { data, headers });
      expect(await answer.json()).toMatchObject({ code: 200 });
      await page.goto('/');
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await browser.close();
      await app.close();
      await platform.close();
      expect(faults).toEqual([]);
    },
  };
}

async function startConsole(
  platform: LivePlatform,
  deps: Partial<ConsoleDeps>,
  { url, api, port }: { url: string; api: string; port: number },
): Promise<FastifyInstance> {
  const { orm, cipher, logged, processing } = platform;
  await ensureSandboxLogins(orm, createPasswords(), SANDBOX_PASSWORD, () => new Date());
  const app = await buildConsole({
    logger: createLogger('info', { write: (line) => void logged.push(line) }),
    orm,
    cipher,
    now: () => new Date(),
    ...processing,
    temporal: platform.temporal.client,
    ...deps,
    config: {
      publicBaseUrl: api,
      consoleBaseUrl: url,
      allowInsecureCallbacks: true,
      operatorsToApprove: 1,
      rateLimits: { merchantPerMinute: 0, tokenPerMinute: 0, addressPerMinute: 0 },
      ...deps.config,
    },
  });
  await app.listen({ port, host: '127.0.0.1' });
  return app;
}

/** Nothing that axe knows to be wrong, in the page's present state. */
export async function expectAccessible(page: Page): Promise<void> {
  expect([page.url(), await axeFindings(page)]).toEqual([page.url(), []]);
}

/** The same in both themes, which differ by nothing but their colors. Light is left. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await paintIn(page, 'dark');
  const dark = await findingsOf(new AxeBuilder({ page }).withRules(RULES_OF_COLORS));
  await paintIn(page, 'light');
  expect([page.url(), dark, await axeFindings(page)]).toEqual([page.url(), [], []]);
}

/** Without motion, and painted twice: axe would judge a color on its way from one theme to the other, or of a dialog that appears. */
async function paintIn(page: Page, colorScheme?: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ ...(colorScheme && { colorScheme }), reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong (WCAG 2.2 AA and its best practices): the rule, and where. */
export async function axeFindings(page: Page): Promise<string[]> {
  await paintIn(page);
  return await findingsOf(new AxeBuilder({ page }).withTags(TAGS));
}

async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  // What react-aria announces stays there for seconds, when what it names has long gone.
  const { violations } = await axe
    .exclude('[data-live-announcer]')
    // Scrolled from its field, by the arrows that move through it (aria-activedescendant): it needs no focus of its own.
    .exclude('.palette-list')
    .analyze();
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(' | ')}`.slice(0, 400),
  );
}
