import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

const TOLERANCE_SECONDS = 300;

/** The key in `whsec_…`. @throws where it is missing or short: with an empty key anybody can sign. */
function keyOf(secret = ''): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (secret.startsWith('whsec_') && key.length >= 24) return key;
  throw new Error('CALLBACK_SECRET must be whsec_ and at least 24 bytes in base64');
}

/** True when Guidepost sent this body, now. `body` is the text exactly as it arrived. */
function isFromGuidepost(key: Buffer, headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

const key = keyOf(process.env.CALLBACK_SECRET);
createServer(async (request, response) => {
  const body = await text(request);
  const code = isFromGuidepost(key, request.headers, body) ? 200 : 400;
  // Here it is stored under its notificationId, since it may come twice. The work comes after the answer.
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
}).listen(Number(process.env.PORT ?? 3000));
