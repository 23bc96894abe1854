/** What stands under contract/examples is what the document says, and nothing is missing. `npm run proof -- examples:record` makes it anew. */
import { beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { exampleOf, exampleOfEvent } from '../../contract/examples/index.ts';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { violationsOf } from '../support/documents/event-schemas.ts';
import { exemplary, type Operation, operationsOf, readDocument } from './operations.ts';
import { SCENARIO } from './scenario/index.ts';

const MAX_MINIFIED = 50_000;
const ID = 'https://api.guidepost.example/openapi.json';
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
let operations: Operation[];
beforeAll(async () => {
  const document = await readDocument();
  ajv.addSchema({ $id: ID, components: document.components });
  operations = [...exemplary(operationsOf(document)).values()];
});

/** What is wrong with a value, by a schema of the document. */
function errorsOf(schema: object | undefined, value: unknown): unknown[] {
  if (schema === undefined) return ['there is no schema'];
  // What it refers to is there once, and compiled once.
  const referring = JSON.stringify(schema).replaceAll('"#/components/', `"${ID}#/components/`);
  const validate = ajv.compile(JSON.parse(referring));
  return validate(value) ? [] : (validate.errors ?? []);
}

test('the scenario calls every operation, and every one has an example', () => {
  const called = new Set(SCENARIO.filter(({ aside }) => !aside).map(({ operationId }) => operationId));
  const ids = operations.map(({ operationId }) => operationId);
  expect([...called].sort()).toEqual(ids.toSorted());
  expect(ids.filter((id) => exampleOf(id)?.answer === undefined)).toEqual([]);
});

test('every recorded request and answer is what the document describes', () => {
  const wrong = operations.flatMap((operation) => {
    const { operationId, parameters = [], requestBody, responses } = operation;
    const { request = {}, answer } = exampleOf(operationId)!;
    const { schema } = responses['200']?.content?.['application/json'] ?? {};
    const errors = errorsOf(schema, answer);
    const body = Object.values(requestBody?.content ?? {})[0];
    if (request.body !== undefined) errors.push(...errorsOf(body?.schema, request.body));
    // Any request may be made for another merchant (docs/security.md): the document says so once.
    const { 'on-behalf-of': _, ...header } = request.headers ?? {};
    const given = { path: request.path ?? {}, query: request.query ?? {}, header };
    for (const [where, values] of Object.entries(given)) {
      for (const [name, value] of Object.entries(values)) {
        const parameter = parameters.find(
          (one) => one.in === where && one.name.toLowerCase() === name.toLowerCase(),
        );
        errors.push(...errorsOf(parameter?.schema, value));
      }
    }
    const needed = parameters.filter(({ in: where, required }) => required && where !== 'header');
    const missing = needed.filter(({ in: where, name }) => !(name in given[where]));
    return errors.length + missing.length === 0 ? [] : [{ operationId, errors, missing }];
  });
  expect(wrong).toEqual([]);
});

test('every type of event has a body that its schema describes', () => {
  const wrong = EVENT_TYPES.map((type) => {
    const body = exampleOfEvent(type);
    if (body === undefined) return [type, 'is missing'];
    return [type, ...violationsOf(JSON.stringify(body))];
  }).filter((row) => row.length > 1);
  expect(wrong).toEqual([]);
});

test('they are small, and nothing in them was a secret or a real address', () => {
  const shown = new Set(operations.map(({ operationId }) => exampleOf(operationId)?.answer));
  const text = [
    ...operations.map(({ operationId }) => exampleOf(operationId)?.request),
    ...shown,
    ...EVENT_TYPES.map(exampleOfEvent),
  ]
    .map((one) => JSON.stringify(one))
    .join('\n');
  expect(text.length).toBeLessThan(MAX_MINIFIED);
  const secrets = text.match(/(?:sk_|whsec_|eyJ)[\w.+/=-]+/g) ?? [];
  expect([...new Set(secrets)].filter((one) => !/made-up|bWFk/.test(one))).toEqual([]);
  expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
});
