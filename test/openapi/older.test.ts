import { beforeAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeApi } from '../../api/document.ts';
import { asOpenApi30 } from '../../api/plugins/openapi-30.ts';
import { schemaWriter, writtenSchemas } from '../../api/plugins/openapi-30-schemas.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: Record<string, Record<string, object>>;
}
let newer: Document;
let older: Document;
beforeAll(async () => {
  newer = (await describeApi()) as Document;
  older = asOpenApi30(newer) as Document;
});

test('it is a valid document of OpenAPI 3.0, with every operation', async () => {
  expect(await new Validator().validate(structuredClone(older) as never)).toEqual({ valid: true });
  expect(older.openapi).toBe('3.0.3');
  const operations = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  expect(operations(older)).toEqual(operations(newer));
});

test('no two components share a name: in Go all are types of one package', () => {
  const { schemas, parameters, responses } = older.components;
  const names = [schemas, parameters, responses].flatMap((items) => Object.keys(items!));
  expect(new Set(names).size).toBe(names.length);
  const types = Object.values(schemas!) as { 'x-enum-varnames'?: string[] }[];
  const values = types.flatMap((schema) => schema['x-enum-varnames'] ?? []);
  const all = [...names, ...values];
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});

test('every reference leads somewhere, and nothing is there that none leads to', () => {
  const text = JSON.stringify(older);
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  const { securitySchemes: _, ...kinds } = older.components;
  const named = Object.entries(kinds).flatMap(([kind, items]) =>
    Object.keys(items).map((name) => `${kind}/${name}`),
  );
  expect([...new Set(references)].sort()).toEqual(named.sort());
});

test('refusals have one type', () => {
  expect(JSON.stringify(older)).not.toMatch(/schemas\/Error\d/);
  expect(older.components.responses).toMatchObject({
    Error4XXAnswer: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    },
  });
});

test.each([
  [
    { const: 'a', type: 'string' },
    { type: 'string', enum: ['a'] },
  ],
  [
    { type: ['string', 'null'], examples: ['x', 'y'] },
    { type: 'string', nullable: true, example: 'x' },
  ],
  [
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', minimum: 0, exclusiveMinimum: true },
  ],
  [
    { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }], default: null },
    {
      allOf: [{ $ref: '#/components/schemas/Thing' }],
      type: 'object',
      nullable: true,
      description: 'default: `null`',
    },
  ],
  [
    { $ref: '#/components/schemas/Word', maxLength: 9 },
    { type: 'string', pattern: '^a', maxLength: 9 },
  ],
  [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Thing' }],
  [{ type: 'object', additionalProperties: true, if: { required: ['a'] }, else: false }, { type: 'object' }],
])('%j in 3.0', (schema, expected) => {
  const named = { Thing: { type: 'object' }, Word: { type: 'string', pattern: '^a', maxLength: 5 } };
  expect(schemaWriter(named)(schema)).toEqual(expected);
});

test('values of an enumeration have names of their own', () => {
  const written = writtenSchemas({ Filter: { type: 'string', enum: ['order.changed', '*'] } });
  expect(written.Filter).toMatchObject({ 'x-enum-varnames': ['FilterOrderChanged', 'FilterAll'] });
});
