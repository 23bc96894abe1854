import type { DevInfo } from '../dev-file.ts';
import { book, findBookableDay } from './booking.ts';
import { type MerchantClient, signIn } from './client.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { type Delivery, type ReceiverOptions, startReceiver } from './receiver.ts';

const CALLBACK = '/open/v1/callback/config';
const REFUSALS = 3;
/** Three refusals cost 5 + 10 + 20 s. */
const PATIENCE_MS = 90_000;

export interface StoryOptions {
  readonly platform: DevInfo;
  /** The merchant answers the first notification three times with 503 before it acknowledges. */
  readonly refuse: boolean;
  readonly print: (line: string) => void;
  /** Breaks the story off; the callback address is removed all the same. */
  readonly signal: AbortSignal;
}

interface Scene {
  readonly platform: DevInfo;
  readonly agency: MerchantClient;
  readonly studio: MerchantClient;
  /** What each side has acknowledged. */
  readonly inboxes: readonly Inbox[];
  /** The agency's own reference of the order. */
  readonly reference: string;
  /** Whether each step waits until the notification of the one before is acknowledged. */
  readonly stepByStep: boolean;
  readonly print: (line: string) => void;
}

/** Walks one order through its life and prints each step and each notification. */
export async function narrateOrder({ platform, refuse, print, signal }: StoryOptions): Promise<void> {
  const agency = await signIn(platform.api, platform.agency);
  const studio = await signIn(platform.api, platform.studio);
  print('The agency and the studio have their access tokens');

  const reference = `demo-${Date.now()}`;
  const refuses: ReceiverOptions['decide'] = ({ clientReference, sequence }, attempt) =>
    refuse && clientReference === reference && sequence === 1 && attempt <= REFUSALS ? 503 : 200;
  const parties = [
    await listen({ name: 'agency', merchant: agency, reference, decide: refuses, print }),
    await listen({ name: 'studio', merchant: studio, reference, decide: () => 200, print }),
  ];
  try {
    const inboxes = parties.map(({ inbox }) => inbox);
    const scene = { platform, agency, studio, inboxes, reference, stepByStep: !refuse, print };
    await Promise.race([liveThrough(scene), whenAborted(signal)]);
  } finally {
    for (const { stop } of parties) await stop();
  }
}

interface Party {
  readonly name: 'agency' | 'studio';
  readonly merchant: MerchantClient;
  readonly reference: string;
  readonly decide: ReceiverOptions['decide'];
  readonly print: (line: string) => void;
}

/** A receiver of one side. Its address is saved again, since the callback secret is shown only by the request that makes it. */
async function listen({ name, merchant, reference, decide, print }: Party) {
  const inbox = createInbox();
  let secret = '';
  const receiver = await startReceiver({
    secret: () => secret,
    decide,
    onDelivery: (delivery) => {
      inbox.add(delivery);
      print(describe(name, delivery, reference));
    },
  });
  const remove = () => merchant.call('PUT', CALLBACK, { url: null });
  await remove();
  ({ secret } = await merchant.call<{ secret: string }>('PUT', CALLBACK, { url: receiver.url }));
  print(`The ${name} receives its notifications at ${receiver.url}`);
  const stop = async () => {
    await remove();
    await receiver.close();
  };
  return { inbox, stop };
}

async function liveThrough(scene: Scene): Promise<void> {
  const { platform, agency, studio, inboxes, reference, stepByStep, print } = scene;
  const day = await findBookableDay(agency);
  const { orderId, totalAmount, currency } = await book(agency, day, reference);
  print(
    `Booked ${day.guide.name} (${day.guide.area}) for ${day.tripDate}: ${orderId}, ${totalAmount} ${currency}`,
  );
  if (platform.temporalUi) print(`Its workflow: ${workflowLink(platform, orderId)}`);
  if (!stepByStep)
    print('The agency will refuse its first notification three times; the order does not wait for it');

  const notified = (status: string) =>
    Promise.all(inboxes.map((inbox) => inbox.acknowledged(orderId, status, PATIENCE_MS)));
  const steps: [string, MerchantClient, string, string][] = [
    ['The studio confirms', studio, 'order/confirm', 'pending'],
    ['The sandbox takes the next timed step: the trip starts', agency, 'sandbox/order/advance', 'confirmed'],
    ['The studio completes the trip', studio, 'order/complete', 'in_progress'],
  ];
  for (const [title, merchant, path, before] of steps) {
    if (stepByStep) await notified(before);
    print(title);
    await merchant.call('POST', `/open/v1/${path}/${orderId}`);
  }
  await notified('completed');
  print(`Its history: ${await historyOf(agency, orderId)}`);
}

async function historyOf(agency: MerchantClient, orderId: string): Promise<string> {
  const path = `/open/v1/order/detail/${orderId}`;
  const { history } = await agency.call<{ history: { status: string; reason: string }[] }>('GET', path);
  return history.map(({ status, reason }) => `${status} (${reason})`).join(' → ');
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

function workflowLink({ temporalUi, temporalNamespace }: DevInfo, orderId: string): string {
  return `${temporalUi}/namespaces/${temporalNamespace}/workflows/${orderId}`;
}

function describe(
  name: Party['name'],
  { notification, attempt, verified, answeredWith }: Delivery,
  reference: string,
): string {
  const { sequence, status, reason, notificationId, clientReference } = notification;
  const answer = answeredWith === 200 ? 'acknowledged' : `answered with ${answeredWith}`;
  const signature = verified ? 'signature valid' : 'SIGNATURE INVALID';
  const older = clientReference === reference ? '' : ' (of an earlier order)';
  return `  ← ${name}: #${sequence} ${status} (${reason}), ${notificationId}, attempt ${attempt}: ${signature}, ${answer}${older}`;
}
