/**
 * `npm run bench -- first-view [--times 5] [--slower 4] [--width 390] [--requests] [page …]`: how long a page of the console takes when
 * it is opened by its address in a browser that keeps nothing yet, until its data are shown. Against the platform that `npm start` runs
 * (GUIDEPOST_DATA names its folder). Pages as `agency:/orders`, `studio:/inbox`. `--slower 4` gives the page a quarter of the CPU, as a
 * phone has it, and `--width 390` a phone's window; `--requests` says what was asked for, and when.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '../../../test/support/console/chromium/launch.ts';
import { dataFolderOf } from '../../embedded/data-folder.ts';
import { type DevInfo, readDevFile } from '../../embedded/dev-file.ts';
import { CHECKOUT, say } from '../support/backends.ts';

const BAR_MS = 1_000;
/** After it nothing of a first view comes any more. */
const SETTLED_MS = 1_500;
const PAGES = [
  'agency:',
  'agency:/orders',
  'agency:/find',
  'agency:/money',
  'agency:/keys',
  'agency:/deliveries',
  'agency:/requests',
  'studio:',
  'studio:/inbox',
  'studio:/guides',
  'studio:/calendar',
];

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
type Role = 'agency' | 'studio';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '5' },
    slower: { type: 'string', default: '1' },
    width: { type: 'string', default: '1280' },
    requests: { type: 'boolean', default: false },
  },
});
const running = readDevFile(join(dataFolderOf(CHECKOUT, process.env.GUIDEPOST_DATA), 'dev.json'));
if (!running) {
  say('nothing runs there: npm start, and then this again');
  process.exit(2);
}
const browser = await launchChromium();
const seats = {
  agency: await signIn(browser, running.console, 'agency'),
  studio: await signIn(browser, running.console, 'studio'),
};
for (const page of positionals.length > 0 ? positionals : PAGES) {
  const [role, path = ''] = page.split(':') as [Role, string];
  const { session, root } = seats[role];
  const times: number[] = [];
  for (let time = 0; time < Number(values.times); time += 1)
    times.push(await firstView(browser, session, `${root}${path}`));
  const [median = 0] = times.toSorted((one, other) => one - other).slice(times.length >> 1);
  say(`${page || '/'}: ${median} ms${median > BAR_MS ? ', above the bar' : ''} (${times.join(', ')})`);
}
await browser.close();

/** The session's cookies, and the address of the company's sandbox. */
async function signIn(
  opened: Browser,
  { url, ...logins }: DevInfo['console'],
  role: Role,
): Promise<{ session: Session; root: string }> {
  const context = await opened.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.request.post('/api/account/sign-in', { data: logins[role], headers: { origin: url } });
  await page.goto('/');
  await page.waitForURL(/\/CO\d+\/sandbox$/);
  const session = await context.storageState();
  const root = page.url();
  await context.close();
  return { session, root };
}

/** @returns milliseconds from the start of the navigation until the page was last seen to become whole. */
async function firstView(opened: Browser, session: Session, address: string): Promise<number> {
  const viewport = { width: Number(values.width), height: 900 };
  const context = await opened.newContext({ storageState: session, viewport });
  const page = await context.newPage();
  const rate = Number(values.slower);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForFunction(
    (quiet) => {
      const { since } = (window as unknown as { whole: { since: number | undefined } }).whole;
      return since !== undefined && performance.now() - since > quiet;
    },
    SETTLED_MS * rate,
    { polling: 250 },
  );
  const { since, asked } = await page.evaluate(() => ({
    since: (window as unknown as { whole: { since: number } }).whole.since,
    asked: performance.getEntriesByType('resource').map((one) => {
      const { name, startTime, responseEnd } = one as PerformanceResourceTiming;
      return `  ${Math.round(startTime)}–${Math.round(responseEnd)} ms ${new URL(name).pathname}`;
    }),
  }));
  if (values.requests) say(asked.join('\n'));
  await context.close();
  return Math.round(since);
}

/** In the page: since when it has its heading and no placeholder. */
function watch(): void {
  const whole: { since: number | undefined } = { since: undefined };
  Object.assign(window, { whole });
  const check = () => {
    const isWhole =
      document.querySelector('h1') !== null &&
      document.querySelector('.skeleton, [aria-busy="true"]') === null;
    if (!isWhole) whole.since = undefined;
    else whole.since ??= performance.now();
  };
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'aria-busy'],
  });
}
