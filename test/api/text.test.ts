import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { addDays, todayIn } from '../../domain/trip.ts';
import { formRequest, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let authorization: string;
let day = 10;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  await createGuide(api, { id: 'G1' });
  authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
});
afterAll(() => api.close());

const booking = (changes: object) => ({
  guideId: 'G1',
  tripDate: addDays(todayIn('Europe/Lisbon', new Date()), day++),
  tripDays: 1,
  guestCount: 1,
  contactName: 'Ada Lovelace',
  contactPhone: '+351912345678',
  ...changes,
});

async function create(payload: string | Buffer | object) {
  const headers = { authorization, 'content-type': 'application/json' };
  return (await app.inject({ method: 'POST', url: '/open/v1/order/create', headers, payload })).json();
}

const refusedAt = (path: string) => ({ code: 40001, data: { details: [{ path }] } });

describe('a name or a reference', () => {
  const INVISIBLE = [
    '   ',
    '\u3000\u2003',
    '\u200b\u200d',
    '\ufeff',
    '\u00ad',
    '\u2800',
    '\u3164',
    '\u{e0020}',
  ];
  const CONTROLS = [
    'a\rb',
    'a\nb',
    'a\tb',
    'a\0b',
    'a\u0085b',
    'a\u2028b',
    'a\u202eb',
    'a\u2066b',
    '\u0007a',
  ];

  test.each([...INVISIBLE, ...CONTROLS])(
    '%j is refused by name and field, and books nothing',
    async (text) => {
      const before = await orders();
      for (const field of ['contactName', 'clientReference']) {
        expect(await create(booking({ [field]: text }))).toMatchObject(refusedAt(`body.${field}`));
      }
      expect(await orders()).toBe(before);
    },
  );

  test.each(['Ødegård', '山田 花子', 'שָׂרָה', 'نور\u200cالدین', "O'Neill-Đặng 👩🏽‍🚀", ' spaced ', '=1+1'])(
    '%j is taken as it is',
    async (text) => {
      const { code, data } = await create(booking({ contactName: text, clientReference: text }));
      expect(code).toBe(200);
      const url = `/open/v1/order/list?clientReference=${encodeURIComponent(text)}`;
      const list = await app.inject({ url, headers: { authorization } });
      expect(list.json().data.list[0]).toMatchObject({ orderId: data.orderId, clientReference: text });
    },
  );
});

test('a remark may have lines and tabs, and no other control characters', async () => {
  expect(await create(booking({ remark: 'one\r\n\ttwo' }))).toMatchObject({ code: 200 });
  expect(await create(booking({ remark: 'one\u0000two' }))).toMatchObject(refusedAt('body.remark'));
  expect(await create(booking({ remark: 'one\u001b[2Jtwo' }))).toMatchObject(refusedAt('body.remark'));
});

describe('what is not UTF-8 is refused', () => {
  const broken = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80]];

  test.each(broken)('in a JSON body: %j …', async (...bytes) => {
    const before = await orders();
    const [start, end] = JSON.stringify(booking({ contactName: 'Ad|a' })).split('|');
    const body = Buffer.concat([Buffer.from(start!), Buffer.from(bytes), Buffer.from(end!)]);
    expect(await create(body)).toMatchObject(refusedAt('body'));
    expect(await orders()).toBe(before);
  });

  test('in the form of a token request, escaped or not', async () => {
    const form = (payload: string | Buffer) => app.inject({ ...formRequest({}), payload });
    const fields = 'grant_type=client_credentials&client_id=mk_sandbox_agency&client_secret=x&other=';
    for (const payload of [`${fields}%FF`, Buffer.concat([Buffer.from(fields), Buffer.from([0xff])])]) {
      expect((await form(payload)).json()).toMatchObject({ error: 'invalid_request', ...refusedAt('body') });
    }
  });

  test('in a query', async () => {
    const answer = await app.inject({ url: '/open/v1/guide/list?area=%FF', headers: { authorization } });
    expect(answer.json()).toMatchObject(refusedAt('query'));
    const fine = await app.inject({ url: '/open/v1/guide/list?area=%C3%89vora', headers: { authorization } });
    expect(fine.json()).toMatchObject({ code: 200 });
  });
});

async function orders(): Promise<number> {
  const [row] = await api.orm.em.fork().execute<{ n: number }[]>('select count(*)::int as n from orders');
  return row!.n;
}
