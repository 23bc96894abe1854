import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PushMessage } from '../../domain/push-message.ts';
import { AttemptFailed } from '../../lib/callbacks/attempt.ts';
import { PostRefused } from '../../lib/callbacks/poster.ts';
import { createPushSender } from '../../lib/callbacks/push-sender.ts';
import { VAPID_SEED_BYTES, vapidKeyOf } from '../../lib/callbacks/vapid.ts';
import { startPushService } from '../support/network/push-service.ts';

const [first, older] = [randomBytes(VAPID_SEED_BYTES), randomBytes(VAPID_SEED_BYTES)].map(vapidKeyOf) as [
  ReturnType<typeof vapidKeyOf>,
  ReturnType<typeof vapidKeyOf>,
];
const MESSAGE: PushMessage = {
  ...{ title: 'New request for Rui Costa', body: 'Ámbar\n2 guests', lang: 'en', tag: 'CO1:ORD1' },
  ...{ path: '/CO1/sandbox/orders/ORD1', unread: 3 },
};
const URGENT = { ttlSeconds: 600, isUrgent: true };
let service: Awaited<ReturnType<typeof startPushService>>;

beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.close());

const sender = (more: object = {}) =>
  createPushSender({
    keys: [first, older],
    contact: 'mailto:guidepost@guidepost.example',
    allowInsecure: true,
    ...more,
  });

test('a browser opens what was sent to it, and its push service knows whose it is', async () => {
  const device = service.subscribe(first.publicKey);
  expect(await sender()(device, MESSAGE, URGENT)).toBe('taken');
  const [{ message, headers, contact, endpoint }] = service.taken as [(typeof service.taken)[0]];
  expect(message).toEqual(MESSAGE);
  expect(endpoint).toBe(device.endpoint);
  expect(contact).toBe('mailto:guidepost@guidepost.example');
  expect(headers).toMatchObject({ ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' });
});

test('a browser that subscribed before ENCRYPTION_KEY was changed is sent by the key of then', async () => {
  expect(await sender()(service.subscribe(older.publicKey), MESSAGE, URGENT)).toBe('taken');
  expect(await sender({ keys: [first] })(service.subscribe(older.publicKey), MESSAGE, URGENT)).toBe('gone');
  expect(service.taken).toHaveLength(1);
});

test('a subscription that is over is gone; what may be over later is thrown', async () => {
  const device = service.subscribe(first.publicKey);
  for (const status of [429, 500, 413]) {
    service.answer(status);
    await expect(sender()(device, MESSAGE, URGENT)).rejects.toThrow(PostRefused);
  }
  for (const status of [403, 404, 410]) {
    service.answer(status);
    expect(await sender()(device, MESSAGE, URGENT)).toBe('gone');
  }
  service.answer(201);
  service.forget(device.endpoint);
  expect(await sender()(device, MESSAGE, URGENT)).toBe('gone');
});

test('no message goes to an address that is not public', async () => {
  const device = service.subscribe(first.publicKey);
  const guarded = sender({ allowInsecure: false });
  await expect(guarded(device, MESSAGE, URGENT)).rejects.toThrow(AttemptFailed);
  const inside = {
    ...device,
    endpoint: device.endpoint.replace('http://127.0.0.1', 'https://internal.example'),
  };
  const resolving = sender({
    allowInsecure: false,
    resolve: async () => [{ address: '10.0.0.7', family: 4 }],
  });
  await expect(resolving(inside, MESSAGE, URGENT)).rejects.toThrow('address_refused');
  expect(service.taken).toEqual([]);
});

describe('keys', () => {
  test('the same seed makes the same key, another one another', () => {
    const seed = randomBytes(VAPID_SEED_BYTES);
    expect(vapidKeyOf(seed)).toEqual(vapidKeyOf(seed));
    expect(vapidKeyOf(seed)).not.toEqual(first);
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
  });

  test.each([
    ['zeros', 0],
    ['ones', 255],
  ])('a seed of %s makes a key as well', (_, byte) => {
    expect(
      Buffer.from(vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, byte)).privateKey, 'base64url'),
    ).toHaveLength(32);
  });
});
