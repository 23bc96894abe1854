import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Notice, NoticeSetting, Order, PushDevice } from '../../../db/entities/index.ts';
import { createAnswerLinks } from '../../../services/notices/answering.ts';
import { createUnsubscribeLinks } from '../../../services/notices/unsubscribing.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type ConsoleInBrowser,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { allowPush } from '../../support/console/push-in-browser.ts';
import { createGuide } from '../../support/merchants.ts';
import { startPushService } from '../../support/network/push-service.ts';
import { until } from '../../support/until.ts';

/** What a studio's owner is notified of, where nobody looks at the page of an order: the bell, and what a mail leads to. */

let opened: ConsoleInBrowser;
let studio: Page;
let phone: Page;

beforeAll(async () => {
  opened = await openConsole();
  await createGuide(opened.platform, { id: 'G900', name: 'Rui Costa' });
  studio = await opened.signedIn('studio');
  phone = await opened.visitor({ width: 390, isPhone: true });
});
afterAll(() => opened.close());

const em = () => opened.platform.orm.em.fork();
/** Books, and waits until the studio is notified of it. */
async function booked(days: number): Promise<Notice> {
  const { platform } = opened;
  const subjectId = await bookOrder(platform, platform.sandbox.agency, bookingIn(days, 'G900'));
  return (await until(() => em().findOne(Notice, { subjectId, kind: 'request_new' })))!;
}
const bell = () => studio.getByRole('button', { name: /^Notices/ });

test('a new request counts at the bell and in the title, and leads to its order', async () => {
  const notice = await booked(5);
  await studio.reload();
  await studio.getByRole('button', { name: 'Notices, 1 unread' }).click();
  expect(await studio.title()).toMatch(/^\(1\) /);
  await expectAccessibleInBothThemes(studio);
  await studio.getByRole('link', { name: /New request for Rui Costa/ }).click();
  await studio.waitForURL(new RegExp(`/sandbox/orders/${notice.subjectId}$`));
  await studio.getByRole('button', { name: 'Notices, all read' }).waitFor();
  expect(await studio.title()).not.toMatch(/^\(/);
  expect((await em().findOneOrFail(Notice, notice.id)).readAt).not.toBeNull();
});

test('who comes to the order another way has read its notices', async () => {
  const { id, subjectId } = await booked(9);
  await studio.goto(`${new URL(studio.url()).pathname.split('/').slice(0, 3).join('/')}/orders/${subjectId}`);
  await until(async () => (await em().findOneOrFail(Notice, id)).readAt !== null);
  await studio.getByRole('button', { name: 'Notices, all read' }).waitFor();
});

test('all is read by one press', async () => {
  await booked(6);
  await booked(7);
  await studio.reload();
  await studio.getByRole('button', { name: 'Notices, 2 unread' }).click();
  await studio.getByRole('button', { name: 'Mark all as read' }).click();
  await studio.getByRole('dialog').getByText('all read').waitFor();
  await studio.keyboard.press('Escape');
  expect(await bell().getAttribute('aria-label')).toBe('Notices, all read');
  expect(await em().count(Notice, { readAt: null })).toBe(0);
});

test('a mail’s link says on a phone what it is about, and a press confirms, without a sign-in', async () => {
  const { id, subjectId } = await booked(8);
  const links = createAnswerLinks(opened.platform.cipher, opened.url);
  await phone.goto(links.of(id, 'studio@guidepost.example'));
  await phone.getByRole('heading', { name: 'Request for Rui Costa' }).waitFor();
  await phone.getByText('€123.45').waitFor();
  await expectAccessibleInBothThemes(phone);
  expect((await em().findOneOrFail(Order, subjectId)).status).toBe('pending');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await phone.getByText('This request is confirmed.').waitFor();
  expect((await em().findOneOrFail(Order, subjectId)).status).toBe('confirmed');
  await phone.reload();
  await phone.getByText('This request is confirmed.').waitFor();
  expect(await phone.getByRole('button', { name: 'Decline' }).count()).toBe(0);
  // The link of another request, in the same tab, which loads no document.
  const other = await booked(12);
  await phone.goto(links.of(other.id, 'studio@guidepost.example'));
  await phone.getByRole('button', { name: 'Decline' }).click();
  await phone.getByText('This order is cancelled', { exact: false }).waitFor();
  expect((await em().findOneOrFail(Order, other.subjectId)).status).toBe('cancelled');
  expect((await em().findOneOrFail(Order, subjectId)).status).toBe('confirmed');
});

test('what is chosen stays, and a mail’s link ends the mails', async () => {
  await studio.goto('/account/notices');
  await studio.getByRole('checkbox', { name: /^Money/ }).press('Space');
  await studio.getByRole('button', { name: 'Save' }).click();
  await studio.getByText(/^Saved for /).waitFor();
  await expectAccessibleInBothThemes(studio);
  const [setting] = await em().find(NoticeSetting, {});
  expect(setting).toMatchObject({ topics: ['requests', 'orders', 'messages'], mail: true });
  const { personId, companyId } = setting!;
  const links = createUnsubscribeLinks(opened.platform.cipher, opened.url).of(personId, companyId);
  await phone.goto(links.page);
  await phone.getByRole('button', { name: 'Stop these e-mails' }).waitFor();
  expect((await em().findOneOrFail(NoticeSetting, { personId })).mail).toBe(true);
  await phone.getByRole('button', { name: 'Stop these e-mails' }).click();
  await phone.getByText(/^You get no more e-mails/).waitFor();
  expect((await em().findOneOrFail(NoticeSetting, { personId })).mail).toBe(false);
});

test('a notice of this device that is pressed opens its order in the page that is open', async () => {
  const { subjectId } = await booked(13);
  const path = `${new URL(studio.url()).pathname.split('/').slice(0, 3).join('/')}/orders/${subjectId}`;
  const state = await studio.evaluate(async (open) => {
    const { active } = await navigator.serviceWorker.ready;
    // What the service worker posts (test/console/service-worker.test.ts).
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open } }));
    return active?.state;
  }, path);
  expect(state).toBe('activated');
  await studio.waitForURL(new RegExp(`${path}$`));
});

test('notices are turned on for this device, tried and turned off; where the browser must not, the page says so', async () => {
  const service = await startPushService();
  await studio.goto('/account/notices');
  await studio.getByText('This browser was asked not to show notices').waitFor();
  await allowPush(studio, service.subscribe);
  await studio.reload();
  const turnOn = studio.getByRole('button', { name: 'Show notices on this device' });
  await expectAccessibleInBothThemes(studio);
  await turnOn.click();
  await studio.getByText('This device shows your notices').waitFor();
  await until(() => service.taken.length === 1);
  expect(service.taken[0]?.message.title).toBe('This device shows your notices');
  await booked(17);
  await until(() => service.taken.length === 2);
  expect(service.taken[1]?.message.title).toBe('[Sandbox] New request for Rui Costa');
  await studio.getByRole('button', { name: 'Send a test' }).click();
  await until(() => service.taken.length === 3);
  await expectAccessibleInBothThemes(studio);
  await studio.getByRole('button', { name: 'Turn off' }).click();
  await turnOn.waitFor();
  expect(await em().count(PushDevice, {})).toBe(0);
  await service.close();
});
