import type { Page } from 'playwright-core';
import type { PushSubscription as Subscription } from '../../../domain/push-message.ts';

/**
 * A headless browser has no push service, and permits no notices. Pages that are loaded from now on reach one, and may show them.
 * @param subscribe as that push service does.
 */
export async function allowPush(page: Page, subscribe: (serverKey: string) => Subscription): Promise<void> {
  await page.exposeFunction('subscribed', subscribe);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const ours = window as unknown as { subscribed(serverKey: string): Promise<Subscription> };
    let current: unknown = null;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const serverKey = String(options?.applicationServerKey);
      const { endpoint, p256dh, auth } = await ours.subscribed(serverKey);
      const text = serverKey.replaceAll('-', '+').replaceAll('_', '/');
      const { buffer } = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const unsubscribe = async () => {
        current = null;
        return true;
      };
      const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
      current = { endpoint, options: { applicationServerKey: buffer }, toJSON, unsubscribe };
      return current as PushSubscription;
    };
  });
}
