/** What docs/signing.md shows is what these files are, and they sign its vectors where their tool exists. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { canonicalString, sign } from '../../services/signing/canonical.ts';
import { COMPILE_MS, DOCS, isHere, runSnippet, snippetsOf } from './snippets.ts';

const SNIPPETS = snippetsOf('sign');
const page = readFileSync(join(DOCS, 'signing.md'), 'utf8');

interface Request {
  readonly version?: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly onBehalfOf?: string;
  readonly idempotencyKey?: string;
  readonly body: string;
}
interface Vector {
  readonly request: Request;
  readonly signature: string;
}

const { secret, vectors } = JSON.parse(page.match(/```json\n([\s\S]+?)\n```/)![1]!) as {
  secret: string;
  vectors: Vector[];
};
const ofV2 = vectors.filter(({ request }) => request.version === 'v2');

test('the page has vectors of v2', () => {
  expect(ofV2.length).toBeGreaterThan(2);
});

test.each(SNIPPETS)('the page shows $file as it is', ({ file }) => {
  expect(page).toContain(readFileSync(join(DOCS, 'snippets', file), 'utf8').trim());
});

for (const snippet of SNIPPETS) {
  const describeHere = isHere(snippet.tool) ? describe : describe.skip;
  describeHere(`signing in ${snippet.language}`, () => {
    let folder: string;
    const source = join(DOCS, 'snippets', snippet.file);
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'guidepost-snippet-'));
      const [program, ...args] = snippet.build?.(source, folder) ?? [];
      if (program !== undefined) execFileSync(program, args, { stdio: 'pipe' });
    }, COMPILE_MS);
    afterAll(() => rmSync(folder, { recursive: true }));

    const signatureOf = (request: Request, address: string) => {
      const { method, target, timestamp, nonce, onBehalfOf, idempotencyKey, body } = request;
      const env = {
        CLIENT_SECRET: secret,
        ...(onBehalfOf === undefined ? {} : { ON_BEHALF_OF: onBehalfOf }),
        ...(idempotencyKey === undefined ? {} : { IDEMPOTENCY_KEY: idempotencyKey }),
      };
      const args = [method, `${address}${target}`, timestamp, nonce];
      return runSnippet(snippet.run(source, folder), args, env, body);
    };

    test('makes the signatures of the vectors', async () => {
      for (const { request, signature } of ofV2) {
        expect(await signatureOf(request, `https://${request.host}`)).toBe(signature);
      }
    });

    test('writes the host in lower case and without the usual port, and sorts the query', async () => {
      const [{ request }] = ofV2 as [Vector];
      const { onBehalfOf, idempotencyKey, ...rest } = request;
      const target = '/open/v1/guide/list?size=5&&area=S%C3%A3o%20Paulo&page=2&area=Lisbon&';
      const canonical = (host: string) =>
        canonicalString({
          ...{ ...rest, version: 'v2', target, host, onBehalfOf, idempotencyKey },
          body: Buffer.from(request.body),
        });
      const addresses = {
        'https://API.Guidepost.example:443': 'api.guidepost.example',
        'http://localhost:80': 'localhost',
        'http://127.0.0.1:8080': '127.0.0.1:8080',
      };
      for (const [address, host] of Object.entries(addresses)) {
        expect(await signatureOf({ ...request, target }, address)).toBe(sign(secret, canonical(host)));
      }
    });
  });
}
