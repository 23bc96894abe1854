/** Where the console's pages look for an operation is where the API has it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../../api/document.ts';
import { describeConsole } from '../../../console/server/describe.ts';
import { OPERATION_IDS, ROUTES } from '../../../console/web/src/api/operations.ts';
import { typesHash } from '../../../packages/sdk/scripts/document.ts';
import { withoutSharing } from '../../support/documents/openapi.ts';

interface Document {
  readonly components: object;
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
}

test('every operation but that of tokens is known to the pages, by its method and address', async () => {
  const { paths } = withoutSharing((await describeApi()) as Document);
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const forPages = documented.filter(
    ([id, address]) => address!.includes(' /open/v1/') && id !== 'issueToken',
  );
  const asked = OPERATION_IDS.map((id) => [id, ROUTES[id as keyof typeof ROUTES]]);
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(forPages));
});

test("what the pages know of the console's own routes is made of these", async () => {
  const file = new URL('../../../console/web/src/api/generated/routes.ts', import.meta.url);
  const [, hash] = /document: (\w+)/.exec(readFileSync(file, 'utf8')) ?? [];
  // Where it is not: npm run sdk:types
  expect(hash).toBe(typesHash(await describeConsole()));
});
