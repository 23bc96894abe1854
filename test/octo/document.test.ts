import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createTestApp, type TestApp } from '../support/app.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: object[];
  responses: Record<string, unknown>;
}

let api: TestApp;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };

beforeAll(async () => {
  // The order service is not called: its routes are only described.
  api = await createTestApp({ orders: { holds: {} } as never });
  document = (await api.app.inject('/octo/v1/openapi.json')).json();
});
afterAll(() => api.close());

test('the document is valid OpenAPI 3.1, with all endpoints of the specification and no others', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
  const names = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path.replace('/octo/v1', '')}`),
  );
  expect(names.toSorted()).toEqual(
    [
      'get /supplier',
      'get /capabilities',
      'get /products',
      'get /products/{id}',
      'post /availability',
      'post /availability/calendar',
      'post /bookings',
      'get /bookings',
      'get /bookings/{uuid}',
      'patch /bookings/{uuid}',
      'post /bookings/{uuid}/confirm',
      'post /bookings/{uuid}/extend',
      'post /bookings/{uuid}/cancel',
    ].toSorted(),
  );
});

test('every operation has an id of its own, a tag, a summary, a token and its refusals', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, tags, summary, security, responses } of operations) {
    expect([operationId, tags.length, summary, security]).toEqual([
      operationId,
      1,
      expect.stringMatching(/./),
      [{ bearer: [] }],
    ]);
    expect(Object.keys(responses)).toEqual(['200', '400', '403', '429', '500', '503']);
  }
});

test('what it is about stands once, under names of its own, and capabilities may be asked for in the query', () => {
  const { schemas } = (document as unknown as { components: { schemas: object } }).components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Availability',
      'Booking',
      'BookingReservationRequest',
      'Product',
      'Refusal',
      'Unit',
    ]),
  );
  expect(JSON.stringify(document.paths)).not.toContain('"properties"');
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    expect(operation).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: '_capabilities', in: 'query' })]),
    });
  }
});

test('the platform’s own document says nothing of them', async () => {
  expect((await api.app.inject('/openapi.json')).body).not.toContain('/octo/v1/');
});

test('who has the document is not sent it again', async () => {
  const { headers } = await api.app.inject('/octo/v1/openapi.json');
  const again = { url: '/octo/v1/openapi.json', headers: { 'if-none-match': String(headers.etag) } };
  expect((await api.app.inject(again)).statusCode).toBe(304);
});
