import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

interface Notification {
  readonly notificationId: string;
  readonly orderId: string;
  readonly clientReference: string | null;
  readonly sequence: number;
  readonly status: string;
  readonly reason: string;
}

/** One POST that arrived. */
export interface Delivery {
  readonly notification: Notification;
  /** Counted by `webhook-id`; 1 is the first. */
  readonly attempt: number;
  /** What the `standardwebhooks` package says of the signature. */
  readonly verified: boolean;
  readonly answeredWith: number;
}

export interface Receiver {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface ReceiverOptions {
  /** The callback secret; asked at each delivery, since it is known only after the address was saved. */
  readonly secret: () => string;
  /** @returns the HTTP status to answer with; 200 acknowledges. */
  readonly decide: (notification: Notification, attempt: number) => number;
  readonly onDelivery: (delivery: Delivery) => void;
}

/** A merchant's callback address on loopback: verifies what arrives, and acknowledges it or not. */
export async function startReceiver({ secret, decide, onDelivery }: ReceiverOptions): Promise<Receiver> {
  const attempts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const notification = JSON.parse(body) as Notification;
    const attempt = (attempts.get(notification.notificationId) ?? 0) + 1;
    attempts.set(notification.notificationId, attempt);
    const verified = isGenuine(secret(), body, request);
    const status = verified ? decide(notification, attempt) : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: status }));
    onDelivery({ notification, attempt, verified, answeredWith: status });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isGenuine(secret: string, body: string, { headers }: IncomingMessage): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
