/** Against Stripe's smokescreen itself: `npm run proof -- egress`. */
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { createCallbackClient } from '../../lib/callbacks/client.ts';
import { createEgressProxy, EgressUnavailable } from '../../lib/callbacks/egress-proxy.ts';
import { locateSmokescreen, startSmokescreen } from '../support/network/smokescreen.ts';
import { acknowledging, startReceiver } from '../support/receiver.ts';
import { type Certificate, selfSigned } from './certificate.ts';

jest.setTimeout(60_000);
const opened: AsyncDisposable[] = [];
const keep = <Resource extends AsyncDisposable>(resource: Resource): Resource => {
  opened.push(resource);
  return resource;
};
let certificate: Certificate;

beforeAll(async () => {
  await locateSmokescreen();
  certificate = await selfSigned('localhost');
}, 580_000);
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

function client(url: string) {
  const made = createCallbackClient({
    allowInsecure: true,
    now: () => new Date(),
    limits: { connectMs: 10_000, totalMs: 20_000 },
    ca: certificate.cert,
    proxy: createEgressProxy({ url, connectMs: 10_000 }),
  });
  keep({ [Symbol.asyncDispose]: () => made.close() });
  return made;
}

const LOOPBACK = ['--allow-range', '127.0.0.0/8', '--allow-range', '::1/128'];
const to = (url: string) => ({ url, headers: {}, body: '{}' });

test('https and http go through it, and are refused where it does not allow the address', async () => {
  const secure = keep(await startReceiver(acknowledging, certificate));
  const plain = keep(await startReceiver(acknowledging));
  const urls = [`https://localhost:${secure.port}/`, `http://127.0.0.1:${plain.port}/`];
  const allowing = client(keep(await startSmokescreen(LOOPBACK)).url);
  for (const url of urls)
    expect([url, await allowing.sendCallback(to(url))]).toMatchObject([url, { error: null, status: 200 }]);
  const strict = client(keep(await startSmokescreen()).url);
  const inside = [
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'http://[fd00::1]:8080/',
  ];
  for (const url of [...urls, ...inside])
    expect([url, await strict.sendCallback(to(url))]).toMatchObject([
      url,
      { error: 'address_refused', status: null },
    ]);
  expect([secure.received.length, plain.received.length]).toEqual([1, 1]);
});

test('a name that nobody has, and a port where nobody listens, are the receiver’s', async () => {
  const { url } = keep(await startSmokescreen(LOOPBACK));
  const { sendCallback } = client(url);
  await expect(sendCallback(to('https://nobody.invalid/'))).resolves.toMatchObject({ error: 'dns_failed' });
  await expect(sendCallback(to('https://127.0.0.1:1/'))).resolves.toMatchObject({ error: 'connect_failed' });
});

test('killed, it is the proxy that is away; started again, the same client sends', async () => {
  const { port } = keep(await startReceiver(acknowledging, certificate));
  const first = await startSmokescreen(LOOPBACK);
  const { sendCallback } = client(first.url);
  const request = to(`https://localhost:${port}/`);
  await expect(sendCallback(request)).resolves.toMatchObject({ error: null });
  await first[Symbol.asyncDispose]();
  await expect(sendCallback(request)).rejects.toThrow(EgressUnavailable);
  keep(await startSmokescreen(LOOPBACK, Number(new URL(first.url).port)));
  await expect(sendCallback(request)).resolves.toMatchObject({ error: null });
});

test('frozen, it is the proxy that is away', async () => {
  const proxy = keep(await startSmokescreen(LOOPBACK));
  const { sendCallback } = createCallbackClient({
    ...{ allowInsecure: true, now: () => new Date() },
    proxy: createEgressProxy({ url: proxy.url, connectMs: 200, checkMs: 200 }),
  });
  proxy.process.kill('SIGSTOP');
  await expect(sendCallback(to('https://127.0.0.1:1/'))).rejects.toMatchObject({ why: 'no answer' });
});
