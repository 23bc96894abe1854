/** Receivers of merchants: a good one, and five that each break the contract in a way of their own. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { isFromGuidepost as isByKeyPair } from '../../docs/snippets/verify-v1a.ts';
import { startRaw } from '../support/receiver.ts';

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Handler = (request: ReceivedRequest, response: ServerResponse, secret: string) => void;

/** A receiver on loopback that knows this secret; on a free port unless one is named. */
export async function startMerchant(handler: Handler, secret: string, port = 0) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      handler({ headers: request.headers, body }, response, secret);
    } catch {
      // As frameworks do with an exception.
      response.writeHead(500).end('Internal Server Error');
    }
  });
  const raw = await startRaw(server, port);
  return { ...raw, url: `http://127.0.0.1:${raw.port}/guidepost` };
}

const answer = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const acknowledge = (response: ServerResponse) => answer(response, 200, { code: 200 });

const headersOf = ({ headers }: ReceivedRequest) => headers as Record<string, string>;

/** By the library that docs/notifications.md recommends: throws unless all is well. */
function verified(request: ReceivedRequest, secret: string, body = request.body): boolean {
  try {
    new Webhook(secret).verify(body, headersOf(request));
    return true;
  } catch {
    return false;
  }
}

export const good: Handler = (request, response, secret) =>
  verified(request, secret) ? acknowledge(response) : answer(response, 401, { code: 401 });

/** With the public key as its secret. */
export const goodByKeyPair: Handler = (request, response, publicKey) =>
  isByKeyPair(publicKey, headersOf(request), request.body)
    ? acknowledge(response)
    : answer(response, 401, { code: 401 });

export const acceptsAnySignature: Handler = (_, response) => acknowledge(response);

export const ignoresTimestamp: Handler = (request, response, secret) => {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': given = '',
  } = headersOf(request);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${request.body}`).digest('base64');
  const isSigned = given.split(' ').includes(`v1,${right}`);
  return isSigned ? acknowledge(response) : answer(response, 401, { code: 401 });
};

export const answersOk: Handler = (request, response, secret) =>
  answer(response, verified(request, secret) ? 200 : 401, { ok: true });

const KNOWN = [
  'notificationId',
  'type',
  'orderId',
  'clientReference',
  'sequence',
  'previousStatus',
  'status',
];
const KNOWN_TOO = ['reason', 'occurredAt', 'order', 'change', 'refunded', 'confirmBy', 'reminder', 'guideId'];

/** As a strict mapper does: an exception that nothing catches, and the connection is gone. */
export const crashesOnUnknownMembers: Handler = (request, response, secret) => {
  if (!verified(request, secret)) return answer(response, 401, { code: 401 });
  const { type, ...rest } = JSON.parse(request.body);
  const isOfAnOrder = type === 'order.status_changed';
  const isKnown = Object.keys(rest).every((name) => [...KNOWN, ...KNOWN_TOO].includes(name));
  if (isOfAnOrder && !isKnown) return response.destroy();
  return acknowledge(response);
};

/** It never comes to an answer. */
export const isSlow: Handler = () => {};

/** A byte at a time, without an end. */
export const trickles: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => clearInterval(timer));
};

export const parsesBeforeVerifying: Handler = (request, response, secret) => {
  const written = JSON.stringify(JSON.parse(request.body));
  return verified(request, secret, written) ? acknowledge(response) : answer(response, 401, { code: 401 });
};
