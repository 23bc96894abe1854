/** A push service as browsers have one, and the browsers behind it: takes messages (RFC 8030), checks whose they are (RFC 8292), opens them (RFC 8291). */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';
import type { PushMessage, PushSubscription } from '../../../domain/push-message.ts';

interface TakenMessage {
  readonly endpoint: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: PushMessage;
  /** Whom the sender named to be written to. */
  readonly contact: string | undefined;
}

interface Device {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly serverKey: string;
}

export async function startPushService() {
  const devices = new Map<string, Device>();
  const taken: TakenMessage[] = [];
  let status = 201;
  let count = 0;
  const server = createServer((request, response) => {
    take(request, response).catch((error) => response.writeHead(500).end(`${error}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${origin}${request.url}`;
    const body = await buffer(request);
    const device = devices.get(endpoint);
    if (device === undefined) return void response.writeHead(410).end();
    const { authorization = '' } = request.headers;
    const contact = await contactOf(authorization, device.serverKey, origin).catch(() => null);
    if (contact === null) return void response.writeHead(403).end();
    if (status < 300) {
      const message = JSON.parse(opened(body, device)) as PushMessage;
      taken.push({ endpoint, headers: request.headers, message, contact });
    }
    response.writeHead(status).end();
  }

  return {
    taken,
    /** What it answers from now on. */
    answer: (code: number) => {
      status = code;
    },
    /** A browser that subscribes with that key of the platform. */
    subscribe(serverKey: string): PushSubscription {
      count += 1;
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url', 'uncompressed');
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${count}`;
      devices.set(endpoint, { keys, auth, serverKey });
      return { endpoint, p256dh, auth: auth.toString('base64url'), serverKey };
    },
    /** The browser has no subscription any more. */
    forget: (endpoint: string) => devices.delete(endpoint),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @throws where the message is not signed by the key that the browser subscribed with. */
async function contactOf(authorization: string, serverKey: string, audience: string) {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== serverKey) throw new Error('another key');
  const point = Buffer.from(serverKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] });
  return payload.sub;
}

/** Salt, record size, the sender's key, one record (RFC 8188). */
function opened(body: Buffer, { keys, auth }: Device): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Uint8Array, from: Uint8Array, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
