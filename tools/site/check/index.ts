/**
 * `npm run proof -- docs:check`: the built site in a browser, as the API serves it: pages of each kind, light and dark, wide and narrow. Nothing
 * may fail in the console (the policy included), axe finds nothing, nothing is wider than the screen, search and tabs work by keyboard.
 * Needs a Chromium, which CHROMIUM names or which is where Debian has it.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { type Browser, chromium } from 'playwright-core';
import { documentationRoutes } from '../../../api/routes/documentation.ts';
import { siteFolder } from '../stamp.ts';
import { checkKeyboard } from './keyboard.ts';
import { checkPages } from './page.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const BROWSERS = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** One of each kind, and those with the widest tables and the longest code. */
const PAGES = [
  '/docs',
  '/docs/nothing',
  '/docs/reference',
  '/docs/reference/createOrder',
  '/docs/reference/listGuides',
  '/docs/events',
  '/docs/errors',
  '/docs/integrate/getting-started',
  '/docs/integrate/callbacks',
  '/docs/install',
  '/docs/performance',
  '/docs/performance/details',
  '/docs/monitoring',
  '/docs/architecture',
  '/docs/decisions',
  '/docs/changelog',
  '/docs/signing',
];
const MODES = [
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1360, height: 900 } },
  { colorScheme: 'light', viewport: { width: 1360, height: 900 } },
] as const;

const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  console.log(
    'docs:check is left out: it needs a Chromium (Debian: chromium), or CHROMIUM with the path of one',
  );
} else {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const problems = await check(browser).finally(() => browser.close());
  console.log(`${PAGES.length} pages in ${MODES.length} looks, ${problems} problems`);
  process.exitCode = problems === 0 ? 0 : 1;
}

async function check(browser: Browser): Promise<number> {
  const app = Fastify();
  await app.register(helmet);
  await app.register(documentationRoutes(siteFolder(CHECKOUT)), { prefix: '/docs' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const urls = PAGES.map((path) => `${origin}${path}`);
    let problems = 0;
    const report = (problem: string) => {
      problems += 1;
      console.error(problem);
    };
    await checkKeyboard(browser, origin, report);
    for (const mode of MODES) await checkPages(browser, urls, mode, report);
    return problems;
  } finally {
    await app.close();
  }
}
