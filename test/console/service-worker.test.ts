import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PushMessage } from '../../domain/push-message.ts';

/**
 * The console's service worker among the globals that a browser gives it. The headless browser of the other tests has no push service and
 * shows no notices; that the worker runs in it is seen there (test/console/browser/notices.test.ts).
 */
type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const shown: { title: string; options: Record<string, unknown> }[] = [];
const opened: string[] = [];
const posted: unknown[] = [];
const saved: unknown[] = [];
let badge = 0;
let pages: object[] = [];
const page = {
  focus: () => Promise.reject(new Error('not now')),
  postMessage: (message: unknown) => void posted.push(message),
};
const subscription = {
  endpoint: 'https://push.example/2',
  options: { applicationServerKey: Uint8Array.from([4, 251, 255]).buffer },
  toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'BA', auth: 'AA' } }),
};
const usual = globalThis.fetch;

beforeAll(async () => {
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push({ title, options }),
      pushManager: { subscribe: async () => subscription },
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    navigator: {
      setAppBadge: async (count: number) => {
        badge = count;
      },
    },
  };
  Object.assign(globalThis, { self });
  const program = '../../console/web/worker/service-worker.ts';
  await import(program);
});
beforeEach(() => {
  for (const list of [shown, opened, posted, saved]) list.length = 0;
  pages = [];
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    saved.push([url, JSON.parse(String(init.body))]);
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = usual;
});

async function dispatch(type: string, event: object): Promise<void> {
  let work: unknown;
  const waitUntil = (begun: unknown) => {
    work = begun;
  };
  handlers.get(type)!({ ...event, waitUntil });
  await work;
}
const MESSAGE: PushMessage = {
  ...{ title: 'New request for Rui Costa', body: '2 guests', lang: 'en', tag: 'CO1:ORD1', unread: 3 },
  path: '/CO1/sandbox/orders/ORD1',
};
const ANSWER = { label: 'Confirm or decline', path: '/answer#1.token' };
const push = (message: PushMessage) => dispatch('push', { data: { json: () => message } });
async function press(action = ''): Promise<void> {
  let isClosed = false;
  const notification = { data: shown.at(-1)!.options.data, close: () => (isClosed = true) };
  await dispatch('notificationclick', { notification, action });
  expect(isClosed).toBe(true);
}

test('a message is shown, and how much is unread stands on the program’s icon', async () => {
  await push(MESSAGE);
  const { body, lang, tag } = MESSAGE;
  expect(shown).toMatchObject([{ title: MESSAGE.title, options: { body, lang, tag, actions: [] } }]);
  expect(badge).toBe(3);
});

test('a press opens its page in the console that is open, else in a new window', async () => {
  await push(MESSAGE);
  await press();
  expect([opened, posted]).toEqual([[MESSAGE.path], []]);
  pages = [page];
  await press();
  expect([opened, posted]).toEqual([[MESSAGE.path], [{ open: MESSAGE.path }]]);
});

test('a request has a button that leads to the page which answers it', async () => {
  await push({ ...MESSAGE, answer: ANSWER });
  expect(shown[0]?.options).toMatchObject({ actions: [{ action: 'answer', title: ANSWER.label }] });
  pages = [page];
  await press('answer');
  expect([opened, posted]).toEqual([[ANSWER.path], []]);
});

test('a message without words shows nothing', async () => {
  await dispatch('push', { data: null });
  expect(shown).toEqual([]);
});

test('a browser whose address at its push service changes says so', async () => {
  await dispatch('pushsubscriptionchange', { oldSubscription: { options: {} } });
  await dispatch('pushsubscriptionchange', { newSubscription: subscription });
  await dispatch('pushsubscriptionchange', {});
  const own = { endpoint: subscription.endpoint, p256dh: 'BA', auth: 'AA', serverKey: 'BPv_' };
  expect(saved).toEqual([
    ['/api/account/devices', own],
    ['/api/account/devices', own],
  ]);
});
