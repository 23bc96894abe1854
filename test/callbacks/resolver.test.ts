import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createCallbackClient } from '../../lib/callbacks/client.ts';
import { createResolver } from '../../lib/callbacks/resolver.ts';
import { type NameRecords, type NameServer, startNameServer } from '../support/network/name-server.ts';
import { acknowledging, startReceiver } from '../support/receiver.ts';

const PATIENT_MS = 20_000;
const opened: AsyncDisposable[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-hosts-'));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});
afterAll(() => rm(folder, { recursive: true }));

async function nameServer(records: NameRecords): Promise<NameServer> {
  const server = await startNameServer(records);
  opened.push(server);
  return server;
}

async function resolverOf(records: NameRecords, limitMs = PATIENT_MS) {
  const { address, asked } = await nameServer(records);
  return {
    asked,
    resolve: createResolver({ nameServers: [address], limitMs, hostsFile: join(folder, 'none') }),
  };
}

test('a name has its addresses of both families, also behind an alias', async () => {
  const { resolve } = await resolverOf({
    'merchant.example': ['192.0.2.1', '2001:db8::1', '192.0.2.2'],
    'shop.example': { alias: 'merchant.example' },
    'old.example': ['192.0.2.9'],
    'new.example': ['2001:db8::9'],
  });
  const both = [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ];
  expect(await resolve('merchant.example')).toEqual(both);
  expect(await resolve('Shop.Example.')).toEqual(both);
  expect(await resolve('old.example')).toEqual([{ address: '192.0.2.9', family: 4 }]);
  expect(await resolve('new.example')).toEqual([{ address: '2001:db8::9', family: 6 }]);
});

test('a name that does not exist, or has no address, has none', async () => {
  const { resolve } = await resolverOf({ 'empty.example': [] });
  await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolve('empty.example')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('a name whose server is silent fails in its time', async () => {
  const { resolve } = await resolverOf({ 'silent.example': 'silent' }, 50);
  await expect(resolve('silent.example')).rejects.toMatchObject({ code: 'ECANCELLED' });
});

test('who asks for a name that is being looked up gets the same answer, and nobody asks twice', async () => {
  const { resolve, asked } = await resolverOf({ 'merchant.example': ['192.0.2.1'] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolve('merchant.example')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect([...asked].sort()).toEqual(['A merchant.example', 'AAAA merchant.example']);
  await resolve('merchant.example');
  expect(asked).toHaveLength(4);
});

test('the hosts file has the first word, and localhost never leaves the machine', async () => {
  const hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# ours\n192.0.2.7\tbox.example  Box # the box\nfe80::zz bad.example\n\n2001:db8::7 box\n',
  );
  const { address, asked } = await nameServer({});
  const resolve = createResolver({ nameServers: [address], limitMs: PATIENT_MS, hostsFile });
  expect(await resolve('BOX')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]);
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolve('localhost')).toEqual(loopback);
  expect(await resolve('shop.localhost')).toEqual(loopback);
  await expect(resolve('bad.example')).rejects.toThrow();
  expect(asked.every((question) => question.endsWith('bad.example'))).toBe(true);
});

test('merchants whose name servers are silent do not hold up another merchant', async () => {
  const hanging = Array.from({ length: 16 }, (_, index) => `silent${index}.example`);
  const silent = Object.fromEntries(hanging.map((name) => [name, 'silent'] as const));
  const { address } = await nameServer({ ...silent, 'merchant.example': ['127.0.0.1'] });
  const receiver = await startReceiver(acknowledging);
  opened.push(receiver);
  const { sendCallback, close } = createCallbackClient({
    allowInsecure: true,
    now: () => new Date(),
    resolve: createResolver({ nameServers: [address], limitMs: PATIENT_MS }),
    limits: { lookupMs: PATIENT_MS, connectMs: PATIENT_MS, totalMs: PATIENT_MS },
  });
  const stop = new AbortController();
  const to = (url: string) => sendCallback({ url, headers: {}, body: '{}' }, stop.signal);
  const waiting = hanging.map((name) => to(`https://${name}/`).catch(() => 'given up'));

  expect(await to(`http://merchant.example:${receiver.port}/`)).toMatchObject({ error: null });

  stop.abort(new Error('the test is over'));
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['given up']));
  void close();
});
