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
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (pushPermission() === 'missing') return undefined;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? undefined;
}

/** Asks the reader, and then the push service. @throws what the browser throws: permission was not given, no push service. */
export async function subscribe(serverKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && subscriptionOf(before).serverKey !== serverKey) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  const subscription = await pushManager.subscribe(options);
  await request('POST /api/account/devices', { body: subscriptionOf(subscription) });
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
    resume().catch(() => undefined);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [router]);
}

async function resume(): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  const subscription = await currentSubscription();
  if (subscription === undefined) return;
  const { endpoint } = subscription;
  const route = 'POST /api/account/devices/resume';
  const { deviceId } = await request(route, { body: { endpoint }, leadsToSignIn: false });
  if (deviceId === null) await subscription.unsubscribe();
}
