import { expect, test } from '@jest/globals';
import { flattened, forClientsOf } from './flatten.ts';
import { lastRelease } from './releases.ts';

test('the newest release is the one with the highest number, and there is one', () => {
  expect(lastRelease(['redocly.yaml', 'v0.9.json', 'v0.10.json', 'v0.2.1.json'])).toMatch(/\/v0\.10\.json$/);
  expect(lastRelease()).toMatch(/\/v[\d.]+\.json$/);
  expect(() => lastRelease(['redocly.yaml'])).toThrow('no released document');
});

test('a schema that builds on another has its members, too; conditions stay', () => {
  const member = { type: 'string' };
  const base = { type: 'object', required: ['a'], properties: { a: member } };
  const built = {
    description: 'x',
    allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { b: member } }],
  };
  const conditional = { properties: { a: member }, allOf: [{ if: { required: ['a'] } }] };
  const { schemas } = flattened({
    components: { schemas: { Base: base, Built: built, Conditional: conditional } },
  }).components as { schemas: Record<string, object> };
  expect(schemas.Built).toEqual({
    description: 'x',
    type: 'object',
    required: ['a'],
    properties: { a: member, b: member },
  });
  expect(schemas.Conditional).toEqual(conditional);
});

test('rules that a member of today lifts hold for clients that do not know it', () => {
  const rule = { if: { required: ['a'] }, else: { required: ['b'] } };
  const lifted = (by: string) => ({
    properties: { a: {}, b: {}, c: {}, [by]: {} },
    if: { properties: { [by]: {} }, required: [by] },
    else: { allOf: [{ properties: { c: {} }, required: ['c'] }, rule] },
  });
  const known = { properties: { a: {}, b: {}, c: {} } };
  const released = { components: { schemas: { ByNew: known, ByOld: known } } };
  const today = { components: { schemas: { ByNew: lifted('d'), ByOld: lifted('a'), Other: lifted('d') } } };
  const { schemas } = forClientsOf(released, today).components;
  expect(schemas.ByNew).toEqual({
    properties: { a: {}, b: {}, c: {}, d: {} },
    ...{ required: ['c'], if: { type: 'null' }, else: { allOf: [rule] } },
  });
  expect([schemas.ByOld, schemas.Other]).toEqual([lifted('a'), lifted('d')]);
});

test('refusals of a status are any refusal; a success stays what it is', () => {
  const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const answer = (schema: object) => ({ content: { 'application/json': { schema } } });
  const several = { oneOf: [one('Error40901'), one('Error40903')] };
  const responses = {
    200: answer(one('OrderResponse')),
    404: answer(one('Error40002')),
    409: answer(several),
  };
  const document = { paths: { '/a': { get: { responses } } }, components: { schemas: {} } };
  const any = answer(one('ErrorBody'));
  expect(flattened(document).paths['/a'].get.responses).toEqual({ 200: responses[200], 404: any, 409: any });
});

test('an event is what clients read, and its acknowledgement what they write', () => {
  const event = { 'application/json': { schema: { type: 'object' } } };
  const acknowledgement = { content: { 'application/json': { schema: { type: 'string' } } } };
  const id = { name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } };
  const post = {
    parameters: [{ $ref: '#/components/parameters/Id' }],
    requestBody: { required: true, content: event },
    responses: { 200: { $ref: '#/components/responses/Acknowledgement' } },
  };
  const document = {
    paths: { '/a': {} },
    webhooks: { 'order.created': { post } },
    components: { schemas: {}, parameters: { Id: id }, responses: { Acknowledgement: acknowledgement } },
  };
  const { webhooks, paths } = flattened(document as never) as { webhooks?: object; paths: object };
  expect(webhooks).toBeUndefined();
  expect(paths).toEqual({
    '/a': {},
    '/events/order.created': {
      post: {
        requestBody: { required: true, content: acknowledgement.content },
        responses: {
          200: {
            description: 'order.created',
            content: event,
            headers: { 'webhook-id': { required: true, schema: { type: 'string' } } },
          },
        },
      },
    },
  });
});
