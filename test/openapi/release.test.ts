import { expect, test } from '@jest/globals';
import { flattened } from './flatten.ts';
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
