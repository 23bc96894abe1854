import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { UploadPart } from '../../db/entities/index.ts';
import type { PlatformError } from '../../domain/errors.ts';
import { DEFAULT_RATE_LIMITS } from '../../lib/admission/allowances.ts';
import { createBudgets } from '../../lib/admission/budgets.ts';
import { registerUploads } from '../../lib/admission/uploads.ts';
import {
  createVerificationWorld,
  dataOf,
  PDF,
  pathOf,
  refusalOf,
  upload,
  type VerificationWorld,
} from '../console/verification/world.ts';
import { type Browser, CONSOLE_URL } from '../support/console/console-app.ts';
import { createMerchant } from '../support/merchants.ts';
import { ended, openRaw, post } from '../support/network/raw-client.ts';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

describe('of one person, in the console', () => {
  let world: VerificationWorld;
  let address: string;
  beforeAll(async () => {
    world = await createVerificationWorld();
    address = await world.console.app.listen({ port: 0, host: '127.0.0.1' });
    for (const [browser, company] of [
      [world.owner, world.company],
      [world.stranger, world.strangers],
    ] as const)
      await dataOf(browser, { method: 'POST', url: pathOf(company, '/draft') });
  });
  afterAll(() => world.close());

  /** Of ten megabytes, `bytes` are sent. */
  const begin = async (
    { cookie }: Browser,
    path: string,
    bytes = 300_000,
    type = 'multipart/form-data; boundary=b',
  ) => {
    const socket = await openRaw(address);
    opened.push(socket);
    const head = 'content-disposition: form-data; name="file"; filename="register.pdf"';
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      origin: CONSOLE_URL,
      'content-type': type,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const begun = `--b\r\n${head}\r\n\r\n${PDF}${'x'.repeat(bytes)}`;
    socket.write(post(path, 10_000_000, begun, lines.join('')));
    return socket;
  };
  const partsOnTheirWay = () => world.api.orm.em.fork().count(UploadPart, {});
  const become = async (count: (parts: number) => boolean) => {
    while (!count(await partsOnTheirWay())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('one is under way at a time, and is written while it comes; of others it is none of their business', async () => {
    const socket = await begin(world.owner, pathOf(world.company, '/documents'));
    await become((parts) => parts === 2);
    const second = await world.owner.send(upload(world.company, 'second.pdf', PDF));
    expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([429, 42901, '2']);
    expect(second.json().data.details).toMatchObject([{ path: 'body', reason: 'limit_reached' }]);
    await dataOf(world.stranger, upload(world.strangers, 'theirs.pdf', PDF));
    const third = await begin(world.owner, pathOf(world.company, '/documents'));
    expect(await answerOf(third)).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nconnection: close\r\n/i);
    await ended(third);
    socket.destroy();
    await become((parts) => parts === 0);
    await dataOf(world.owner, upload(world.company, 'again.pdf', PDF));
  });

  test('is not read before there is a draft for it, or the dispute, the order or the guide is found and theirs', async () => {
    await createMerchant(world.api, 'mk_nowhere', { kind: 'studio' });
    const nowhere = await world.console.company({ kind: 'studio', sandboxKey: 'mk_nowhere' });
    const owner = await world.console.member(nowhere, 'owner');
    const missing = await begin(owner, pathOf(nowhere, '/documents'), 0);
    expect(await answerOf(missing)).toMatch(/^HTTP\/1\.1 4\d\d /);
    const dispute = `/api/${nowhere}/sandbox/console/money/disputes/DSP1/messages`;
    const unknown = await begin(owner, dispute, 0);
    expect(await answerOf(unknown)).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":40009/);
    // What was refused goes on no further.
    await ended(unknown);
    const asks = async (path: string, type?: string) => {
      const socket = await begin(owner, `/api/${nowhere}/sandbox/console${path}`, 0, type);
      const answer = await answerOf(socket);
      await ended(socket);
      return /"code":(\d+)/.exec(answer)?.[1];
    };
    expect(await asks('/orders/ORD1795230000000000001/messages')).toBe('40005');
    expect(await asks('/guides/G999999/photo', 'image/png')).toBe('40004');
    const operator = await world.console.operator('finance');
    const asked = await begin(operator, '/api/operator/money/disputes/DSP1/messages', 0);
    expect(await answerOf(asked)).toMatch(/^HTTP\/1\.1 404 /);
    await ended(asked);
  });

  test('a body that is no form is another type than the route takes', async () => {
    const send = { method: 'POST', url: pathOf(world.company, '/documents'), payload: {} } as const;
    expect(await refusalOf(world.owner, send)).toEqual([415, 'header.content-type unsupported_media_type']);
  });
});

describe('of a process', () => {
  const app = (heldBytes: number): FastifyInstance => {
    const made = Fastify({ bodyLimit: 1_000 });
    made.decorate('budgets', createBudgets(DEFAULT_RATE_LIMITS));
    made.setErrorHandler<PlatformError>((error, _request, reply) => reply.code(error.status).send({}));
    registerUploads(made, ({ headers }) => `${headers['x-person']}`, heldBytes);
    return made;
  };

  test('all together hold no more than there is for them; room is there again once one has ended', async () => {
    const waiting: (() => void)[] = [];
    const made = app(250);
    made.post('/', { bodyLimit: 2_000, config: { upload: { most: 2_000, held: 100 } } }, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    });
    const send = async (person: string) =>
      (await made.inject({ method: 'POST', url: '/', headers: { 'x-person': person } })).statusCode;
    const under = [send('one'), send('two')];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect([await send('three'), await send('one')]).toEqual([503, 429]);
    waiting.shift()!();
    expect(await under[0]).toBe(200);
    const third = send('three');
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const resolve of waiting) resolve();
    expect([await under[1], await third]).toEqual([200, 200]);
    await made.close();
  });

  test('a route that takes more than the usual bytes and declares no upload keeps it from starting', () => {
    const made = app(250);
    expect(() => made.post('/large', { bodyLimit: 2_000 }, async () => ({}))).toThrow(
      'POST /large takes 2000 bytes and declares no upload',
    );
  });
});

async function answerOf(socket: Socket): Promise<string> {
  if (socket.readableLength === 0) await once(socket, 'readable');
  return String(socket.read());
}
