import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import { type ConsoleInBrowser, openConsole } from '../../support/console/console-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { until } from '../../support/until.ts';

/** Many tabs of one browser, all of them seen: one asks for what is new, and all show it. What is unread is asked for behind events, at the latest after a minute. */
const TABS = 6;

let opened: ConsoleInBrowser;
let tabs: Page[];
/** Which tabs have asked what is new, since it was emptied. */
const asking = { feed: new Set<Page>(), unread: new Set<Page>() };

beforeAll(async () => {
  opened = await openConsole();
  await createGuide(opened.platform, { id: 'G900', name: 'Rui Costa' });
  const first = await opened.signedIn('studio');
  await first.waitForURL(/\/CO\d+\/sandbox$/);
  const inbox = `${new URL(first.url()).pathname}/inbox`;
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => first.context().newPage()));
  tabs = [first, ...others];
  for (const tab of tabs) {
    tab.on('request', (request) => {
      if (/\/event\/list\?/.test(request.url())) asking.feed.add(tab);
      if (/\/notices\/unread$/.test(request.url())) asking.unread.add(tab);
    });
    await tab.goto(inbox);
    await tab.getByText('No orders to confirm').waitFor();
  }
});
afterAll(() => opened.close());

const book = (days: number) =>
  bookOrder(opened.platform, opened.platform.sandbox.agency, bookingIn(days, 'G900'));
const showAll = (count: number, pages: readonly Page[]) =>
  Promise.all(
    pages.map((page) =>
      page
        .getByRole('link', { name: 'Rui Costa' })
        .nth(count - 1)
        .waitFor(),
    ),
  );

test('one tab follows the feed, and what happens is on all', async () => {
  asking.feed.clear();
  await book(5);
  await showAll(1, tabs);
  await book(6);
  await showAll(2, tabs);
  expect(asking.feed.size).toBe(1);
});

test('one tab asks for what is unread, and the count is on all', async () => {
  // On every page of the company, not only where orders are.
  const elsewhere = tabs.at(-1)!;
  await elsewhere.goto(new URL(elsewhere.url()).pathname.replace('/inbox', '/guides'));
  const marked = (count: number) =>
    Promise.all(
      tabs.map((tab) =>
        tab.getByRole('button', { name: `Notices, ${count} unread` }).waitFor({ timeout: 90_000 }),
      ),
    );
  await marked(2);
  asking.unread.clear();
  await book(7);
  await marked(3);
  expect(asking.unread.size).toBe(1);
  await elsewhere.goBack();
});

test('another tab goes on where that one is closed', async () => {
  asking.feed.clear();
  await book(8);
  await until(() => asking.feed.size === 1);
  const [leading] = asking.feed;
  await leading!.close();
  const left = tabs.filter((tab) => tab !== leading);
  asking.feed.clear();
  await until(() => asking.feed.size === 1);
  await book(9);
  await showAll(5, left);
  expect(asking.feed.size).toBe(1);
  expect(left).toContain([...asking.feed][0]);
});
