/** Every operation of the OpenAPI document has a method, and the types are those of the document. */
import { readFileSync } from 'node:fs';
import { Guidepost, VERSION } from '@guidepost/sdk';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { describeApi } from '../../api/document.ts';
import { typedDocument, typesHash } from '../../packages/sdk/scripts/document.ts';
import { generatedOperations } from '../../packages/sdk/scripts/operations.ts';
import { METHODS } from '../../packages/sdk/src/generated/operations.ts';
import { withoutSharing } from '../support/documents/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: object;
}
interface Document {
  readonly components: object;
  readonly paths: Record<string, Record<string, Operation>>;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const OPERATIONS: { operation: Operation; method: string; path: string }[] = [];
const sdkFile = (path: string) =>
  readFileSync(new URL(`../../packages/sdk/${path}`, import.meta.url), 'utf8');

beforeAll(async () => {
  const { paths } = withoutSharing((await describeApi()) as Document);
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) OPERATIONS.push({ operation, method, path });
  }
});

test('the committed addresses are those of the table of operations', () => {
  // Where they are not: npm run sdk:types
  expect(sdkFile('src/generated/operations.ts')).toBe(generatedOperations());
});

test('the committed types are made from this document', async () => {
  const [, hash] = /document: (\w+)/.exec(sdkFile('src/generated/openapi.ts')) ?? [];
  // Where they are not: npm run sdk:types
  expect(hash).toBe(typesHash(await typedDocument()));
});

test('the version is that of the package', () => {
  expect(JSON.parse(sdkFile('package.json')).version).toBe(VERSION);
});

test('no operation is without a method, and no method without an operation', () => {
  expect(Object.keys(METHODS).sort()).toEqual(OPERATIONS.map((one) => one.operation.operationId).sort());
  expect(new Set(Object.values(METHODS)).size).toBe(OPERATIONS.length);
});

describe('each method', () => {
  test('asks for its operation', async () => {
    expect(OPERATIONS.length).toBeGreaterThan(70);
    for (const { operation, method, path } of OPERATIONS) {
      const asked = await ask(operation);
      const ids = parametersOf(operation, 'path');
      const expected = path.replace(/\{(\w+)\}/g, (_, name) => `${ids.indexOf(name)}%2F%C3%A9`);
      expect([asked.method, asked.path]).toEqual([method.toUpperCase(), expected]);
      if (operation.requestBody !== undefined && operation.operationId !== 'issueToken') {
        expect([operation.operationId, asked.body]).toEqual([operation.operationId, '{"some":"body"}']);
      }
    }
  });

  test('sends an Idempotency-Key exactly where the operation takes one', async () => {
    for (const { operation } of OPERATIONS) {
      const { headers } = await ask(operation);
      const takesKey = parametersOf(operation, 'header').includes('Idempotency-Key');
      expect([operation.operationId, headers['idempotency-key'] !== undefined]).toEqual([
        operation.operationId,
        takesKey,
      ]);
    }
  });

  test('that takes If-Match sends the version', async () => {
    for (const { operation } of OPERATIONS) {
      if (!parametersOf(operation, 'header').includes('If-Match')) continue;
      const { headers } = await ask(operation, { ifMatch: 3 });
      expect([operation.operationId, headers['if-match']]).toEqual([operation.operationId, '"3"']);
    }
  });
});

function parametersOf({ parameters = [] }: Operation, place: string): string[] {
  return parameters.filter((one) => one.in === place).map(({ name }) => name);
}

/** Calls the operation's method with ids, a body where it takes one, and options; what it sent last. */
async function ask(operation: Operation, options: object = {}): Promise<Asked> {
  const asked: Asked[] = [];
  const guidepost = new Guidepost({
    clientId: 'mk_some',
    clientSecret: 'sk_some',
    baseUrl: 'https://api.guidepost.example',
    fetch: async (url, { method = '', headers, body }) => {
      const text = body == null ? undefined : new TextDecoder().decode(body as Uint8Array);
      asked.push({
        method,
        path: new URL(url).pathname,
        headers: headers as Record<string, string>,
        body: text,
      });
      const data = { access_token: 'token', expires_in: 7200, list: [], lines: [] };
      return Response.json({ code: 200, msg: 'success', data });
    },
  });
  const [resource = '', name = ''] = METHODS[operation.operationId as keyof typeof METHODS].split('.');
  const target = (guidepost as unknown as Record<string, Record<string, CallableFunction>>)[resource];
  const ids = parametersOf(operation, 'path').map((_, index) => `${index}/é`);
  const takesQuery = parametersOf(operation, 'query').length > 0;
  const content = operation.requestBody === undefined ? [] : [{ some: 'body' }];
  await target?.[name]?.(...ids, ...(takesQuery ? [{}] : content), options);
  return asked.at(-1)!;
}
