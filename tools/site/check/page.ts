import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions } from 'playwright-core';

type Mode = Pick<BrowserContextOptions, 'colorScheme' | 'viewport'>;

/** @param tell is called with what is wrong with these pages when they are shown in this way, one line each. */
export async function checkPages(
  browser: Browser,
  urls: readonly string[],
  mode: Mode,
  report: (problem: string) => void,
): Promise<void> {
  const context = await browser.newContext({ ...mode, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const say = (problem: string) =>
    report(`${new URL(page.url()).pathname} (${mode.colorScheme}, ${mode.viewport?.width} px): ${problem}`);
  page.on('console', (message) => {
    // That a page is missing is what that page is for.
    if (!/status of 404/.test(message.text())) say(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => say(error.message));
  page.on('request', (request) => {
    if (!urls.some((url) => new URL(url).origin === new URL(request.url()).origin))
      say(`asks for ${request.url()}`);
  });
  try {
    for (const url of urls) {
      await page.goto(url);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) say(`axe: ${id}: ${nodes[0]?.html.slice(0, 200)}`);
      const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (overflow > 0) say(`${overflow} px wider than the screen`);
    }
  } finally {
    await context.close();
  }
}
