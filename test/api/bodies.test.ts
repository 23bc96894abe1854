import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { addDays, todayIn } from '../../domain/trip.ts';
import { dropAbsentMembers } from '../../lib/http/plugins/absent-members.ts';
import type { TestApp } from '../support/app.ts';
import { type Endpoint, endpointsOf, requestFor } from '../support/data/endpoints.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let token: string;
let studioToken: string;
let all: Endpoint[];
let bodiless: Endpoint[];

beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  token = await api.token(api.sandbox.agency);
  studioToken = await api.token(api.sandbox.studio);
  const { paths } = (await app.inject('/openapi.json')).json();
  const hasNoBody = ({ method, path }: Endpoint) =>
    method !== 'GET' && paths[path][method.toLowerCase()].requestBody === undefined;
  all = await endpointsOf(app);
  bodiless = all.filter(hasNoBody);
});
afterAll(() => api.close());

const inAMonth = () => addDays(todayIn('Europe/Lisbon', api.clock.now), 30);

async function send(options: InjectOptions, bearer = token) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return (await app.inject({ ...options, headers })).json();
}

describe('operations that take no body', () => {
  test.each([
    ['a member', '{"surprise":1}', 'body.surprise', 'unknown_parameter'],
    ['null', 'null', 'body', 'wrong_type'],
    ['a list', '[]', 'body', 'wrong_type'],
    ['a text', '"now"', 'body', 'wrong_type'],
  ])('refuse %s, and do nothing', async (_, payload, path, reason) => {
    expect(bodiless.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /open/v1/order/hold/release/{holdId}']),
    );
    const before = await fingerprintOf(api.orm);
    for (const endpoint of bodiless) {
      const bearer = endpoint.scope === 'guide:write' ? studioToken : token;
      const { code, data } = await send({ ...requestFor(endpoint, {}), payload }, bearer);
      const [{ msg: _msg, ...first } = {}] = data.details ?? [];
      expect([endpoint.name, code, first]).toEqual([endpoint.name, 40001, { path, reason }]);
    }
    expect(await fingerprintOf(api.orm)).toBe(before);
  });

  test('take none, and an empty object', async () => {
    const url = '/open/v1/order/hold/release/HLD1795230000000123456';
    for (const payload of [undefined, '', '{}']) {
      expect((await send({ method: 'POST', url, ...(payload !== undefined && { payload }) })).code).toBe(
        40013,
      );
    }
  });
});

test('no operation takes members that it does not know, at any depth, nor parts of which null could be any of several', () => {
  const loose: string[] = [];
  const look = (schema: Part, path: string): void => {
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const known = parts.filter(({ type }) => type !== 'null');
    // What `dropAbsentMembers` does not look into.
    const isUnion = known.length > 1 && known.some(({ properties, items }) => properties || items);
    if (isUnion || (schema.properties && schema.additionalProperties !== false)) loose.push(path);
    for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${path}.${name}`);
    for (const part of schema.items ? [schema.items, ...parts] : parts) look(part, path);
  };
  const taking = all.filter(({ operation }) => operation.requestBody !== undefined);
  expect(taking.length).toBeGreaterThan(30);
  for (const { name, operation } of taking) {
    const json = operation.requestBody!.content['application/json'];
    if (json) look(json.schema as Part, name);
  }
  expect(loose).toEqual([]);
});

/** As much of JSON Schema as bodies are described by. */
interface Part {
  readonly type?: unknown;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
  readonly allOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: unknown;
  readonly items?: Part;
}

describe('null for a member that may be left out', () => {
  test('is as if it was left out, under the same Idempotency-Key too', async () => {
    const trip = { guideId: 'G1001', tripDate: inAMonth(), tripDays: 1, guestCount: 2 };
    const contact = { contactName: 'Ada', contactPhone: '+351912345678' };
    const absent = { remark: null, guests: null, tripKindId: null, language: null, expectedTotal: null };
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'nulls' };
    const book = (payload: object) =>
      app.inject({ method: 'POST', url: '/open/v1/order/create', payload, headers });
    const first = await book({ ...trip, ...contact, ...absent });
    expect(first.json()).toMatchObject({ code: 200 });
    expect((await book({ ...trip, ...contact })).headers['idempotent-replayed']).toBe('true');
  });

  test('does not stand in for one that is needed', async () => {
    const needed = { tripDate: inAMonth(), guideId: 'G1001', tripDays: null, guestCount: 2 };
    const quote = await send({ method: 'POST', url: '/open/v1/order/quote', payload: needed });
    expect(quote).toMatchObject({
      code: 40001,
      data: { details: [{ path: 'body.tripDays', reason: 'missing' }] },
    });
    const payload = { ...needed, tripDays: 1, guideId: null };
    expect(await send({ method: 'POST', url: '/open/v1/order/quote', payload })).toMatchObject({
      data: { details: [{ path: 'body.guideId', reason: 'wrong_type' }] },
    });
  });

  test('keeps the meaning that it has of its own, at any depth', () => {
    const text = { type: 'string' };
    const inner = { type: 'object', required: ['a'], properties: { a: text, b: text } };
    const schema = {
      type: 'object',
      properties: {
        text,
        cleared: { anyOf: [text, { type: 'null' }] },
        word: { enum: ['a', null] },
        anything: {},
        list: { anyOf: [{ type: 'array', items: inner }, { type: 'null' }] },
        union: { anyOf: [inner, { type: 'object', properties: { b: text } }] },
      },
    };
    const body = {
      ...{ text: null, cleared: null, word: null, anything: null, stranger: null },
      list: [{ a: null, b: null }, null],
      union: { b: null },
    };
    dropAbsentMembers(schema, body);
    expect(body).toEqual({
      ...{ cleared: null, word: null, anything: null, stranger: null },
      list: [{ a: null }, null],
      union: { b: null },
    });
  });
});
