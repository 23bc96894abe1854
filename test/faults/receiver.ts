import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** `stubborn` acknowledges each notification at its second attempt. */
export const MOODS = ['healthy', 'slow', 'broken', 'html', 'deaf', 'stubborn', 'closed'] as const;
type Mood = (typeof MOODS)[number];
/** Close to the platform's patience, well below its limit. */
const SLOW_MS = 2_500;

export interface Receipt {
  /** Of the receiver. */
  readonly url: string;
  readonly notificationId: string;
  readonly type: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly status: string;
  /** What the body says that its reader can do with the order. */
  readonly actions: string;
  readonly isSigned: boolean;
  /** Places in the order in which things happened at this receiver. */
  readonly arrived: number;
  /** When it arrived, in ms since 1970. */
  readonly at: number;
  /** Undefined while it was not acknowledged. */
  acknowledged?: number | undefined;
}

export interface FaultyReceiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  /** The secret that the platform showed when the address was saved. */
  secret: string;
  /** Once it is saved as one that is not its merchant's first. */
  endpointId?: string | undefined;
  become(mood: Mood): Promise<void>;
  close(): Promise<void>;
}

/** A merchant's callback address that verifies signatures, notes everything, and has moods. */
export async function startFaultyReceiver(): Promise<FaultyReceiver> {
  const receipts: Receipt[] = [];
  let mood: Mood = 'healthy';
  let clock = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const notified = read(text);
    const { notificationId } = notified;
    const isSigned = verifies(receiver.secret, text, headers) && headers['webhook-id'] === notificationId;
    const isFirst = !receipts.some((earlier) => earlier.notificationId === notificationId);
    const receipt: Receipt = { ...notified, url: receiver.url, isSigned, arrived: ++clock, at: Date.now() };
    receipts.push(receipt);
    await answer(mood === 'stubborn' && isFirst ? 'broken' : mood, response, () => {
      receipt.acknowledged = ++clock;
    }).catch(() => {});
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const receiver: FaultyReceiver = {
    url: `http://127.0.0.1:${port}/callbacks`,
    receipts,
    secret: '',
    become: async (next) => {
      const [wasClosed, isClosed] = [mood === 'closed', next === 'closed'];
      mood = next;
      if (isClosed && !wasClosed) await close(server);
      if (wasClosed && !isClosed) await listen(server, port);
    },
    close: () => close(server),
  };
  return receiver;
}

function read(text: string) {
  const { notificationId, type, orderId, sequence, status, order } = JSON.parse(text);
  return { notificationId, type, orderId, sequence, status, actions: String(order?.availableActions) };
}

async function answer(mood: Mood, response: ServerResponse, acknowledging: () => void): Promise<void> {
  if (mood === 'deaf') return;
  if (mood === 'broken') return void response.writeHead(500).end('{"code":500}');
  if (mood === 'html')
    return void response.setHeader('content-type', 'text/html').end('<html>welcome</html>');
  if (mood === 'slow') await sleep(SLOW_MS);
  acknowledging();
  response.setHeader('content-type', 'application/json').end('{"code":200}');
}

function verifies(secret: string, text: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
