/** Notices on this device, by Web Push: whether the browser can, whether it does, on and off. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { request } from '../api/client.ts';
import { type OpenPage, subscriptionOf } from './push-subscription.ts';

const WORKER = '/service-worker.js';

/** `missing`: the browser has no such thing; on an iPhone that is so until the console is on the home screen. */
export type PushPermission = 'missing' | 'denied' | 'open';

export function pushPermission(): PushPermission {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : 'open';
}

/** @returns undefined where this browser has none. */
async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (pushPermission() === 'missing') return undefined;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? undefined;
}

/** Which of the reader's devices this browser is, from now on in this session; undefined: none. What it shows of somebody else ends. */
export async function thisDevice(): Promise<number | undefined> {
  const subscription = await currentSubscription();
  if (subscription === undefined) return undefined;
  const { endpoint } = subscription;
  const route = 'POST /api/account/devices/resume';
  const { deviceId, serverKey } = await request(route, { body: { endpoint }, leadsToSignIn: false });
  if (deviceId === null) return void (await subscription.unsubscribe());
  // The platform has another key since it subscribed.
  return subscriptionOf(subscription).serverKey === serverKey ? deviceId : await subscribe(serverKey);
}

/**
 * Asks the reader, and then the push service.
 * @returns the device. @throws what the browser throws: permission was not given, no push service.
 */
export async function subscribe(serverKey: string): Promise<number> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && subscriptionOf(before).serverKey !== serverKey) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  const subscription = await pushManager.subscribe(options);
  const body = subscriptionOf(subscription);
  return (await request('POST /api/account/devices', { body })).deviceId;
}

/** The push service takes no more messages for this browser. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}

/**
 * Starts the service worker, and has pages opened that a notice on this device leads to. Where somebody else showed their notices here, or
 * the session was ended elsewhere, they end here as well.
 */
export function usePush(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const open = ({ data }: MessageEvent<OpenPage>) => void router.navigate({ to: data.open });
    navigator.serviceWorker.addEventListener('message', open);
    // Without it the console is what it was: nothing of it is needed here.
    navigator.serviceWorker
      .register(WORKER)
      .then(thisDevice)
      .catch(() => undefined);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [router]);
}
