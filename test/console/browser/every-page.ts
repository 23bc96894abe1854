/** A platform in which something has happened, with everybody who looks at the console's pages. */
import { expect } from '@jest/globals';
import type { APIResponse, Page } from 'playwright-core';
import { startCallbackReceiver } from '../../support/callback-receiver.ts';
import { type ConsoleInBrowser, openConsole } from '../../support/console/console-browser.ts';
import { FORM, PNG } from '../verification/world.ts';
import { signInOperator } from './operator.ts';
import { type ConsolePage, pagesOf, type Viewer } from './pages.ts';
import { liveInSandbox, type SandboxLife } from './sandbox-life.ts';

export interface EveryPage {
  readonly opened: ConsoleInBrowser;
  readonly life: SandboxLife;
  readonly pages: readonly ConsolePage[];
  /** Each signed in, in a page of their own. */
  viewers(colorScheme: 'light' | 'dark'): Promise<Readonly<Record<Viewer, Page>>>;
  close(): Promise<void>;
}

export async function openEveryPage(): Promise<EveryPage> {
  const receiver = await startCallbackReceiver();
  const opened = await openConsole();
  const life = await liveInSandbox(opened.platform, receiver.url);
  const companies = await opened.platform.orm.em
    .fork()
    .execute<{ id: string; kind: string }[]>('select id, kind from company');
  const idOf = (kind: string) => companies.find((one) => one.kind === kind)!.id;
  const ids = { agency: idOf('agency'), studio: idOf('studio') };
  await sendVerification(opened, await opened.signedIn('agency'), ids.agency);
  return {
    opened,
    life,
    pages: pagesOf(life, ids),
    viewers: async (colorScheme) => ({
      nobody: await opened.visitor({ colorScheme }),
      agency: await opened.signedIn('agency', { colorScheme }),
      studio: await opened.signedIn('studio', { colorScheme }),
      lectora: await inSpanish(await opened.signedIn('agency', { colorScheme })),
      operator: await signInOperator(opened, { colorScheme }),
    }),
    async close() {
      await opened.close();
      await receiver.close();
    },
  };
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
async function sendVerification(opened: ConsoleInBrowser, page: Page, company: string): Promise<void> {
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
