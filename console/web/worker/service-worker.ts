/** Shows notices while the console is closed (docs/console.md, "Notices"), and has the console open without a connection. */
import type { PushMessage } from '../../../domain/push-message.ts';
import { type OpenPage, subscriptionOf } from '../src/shell/push-subscription.ts';
import { pageFor } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** What browsers know of notifications, and TypeScript not yet (Notifications API, "actions"). */
interface ShownOptions extends NotificationOptions {
  readonly renotify: boolean;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

// A newer one takes over at once: it holds nothing that a page could miss.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const page = pageFor(event);
  if (page !== undefined) event.respondWith(page);
});

self.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json() as PushMessage));
});

async function show({ title, body, lang, tag, path, answer, unread }: PushMessage): Promise<void> {
  const options: ShownOptions = {
    ...{ body, lang, tag, icon: '/icon-192.png', badge: '/badge.png', renotify: true },
    data: { path, answer: answer?.path },
    actions: answer === undefined ? [] : [{ action: 'answer', title: answer.label }],
  };
  await self.registration.showNotification(title, options);
  // Some browsers have no number on the program's icon.
  await self.navigator.setAppBadge?.(unread).catch(() => undefined);
}

self.addEventListener('notificationclick', (event) => {
  const { path, answer } = event.notification.data as { path: string; answer?: string };
  event.notification.close();
  event.waitUntil(event.action === 'answer' && answer ? self.clients.openWindow(answer) : open(path));
});

/** In a page of the console that is open: it asks first where something typed would be lost. */
async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) return void (await self.clients.openWindow(path));
  // A browser may keep windows where they are; the page is opened in it all the same.
  await page.focus().catch(() => undefined);
  page.postMessage({ open: path } satisfies OpenPage);
}

/** The browser has another address at its push service: the server gets to know it, if somebody is signed in. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event as PushSubscriptionChangeEvent));
});

async function subscribeAgain({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent) {
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(subscriptionOf(subscription));
  await fetch('/api/account/devices', { method: 'POST', headers, body });
}
