import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { canonicalString, sign } from '../../services/signing/canonical.ts';

interface Vector {
  readonly name: string;
  readonly request: {
    version?: 'v2';
    timestamp: string;
    nonce: string;
    method: string;
    target: string;
    host?: string;
    onBehalfOf?: string;
    idempotencyKey?: string;
    body: string;
  };
  readonly canonicalString: string;
  readonly signature: string;
}

const page = readFileSync(new URL('../../docs/signing.md', import.meta.url), 'utf8');
const published = page.match(/```json\n([\s\S]+?)\n```/)![1]!;
const { secret, vectors } = JSON.parse(published) as { secret: string; vectors: Vector[] };

test('the page publishes vectors, and names their secret', () => {
  expect(vectors.length).toBeGreaterThan(3);
  expect(page).toContain(`The secret is \`${secret}\``);
});

test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
  const { version = 'v1', host = '', onBehalfOf, idempotencyKey, ...request } = vector.request;
  const headers = { host, onBehalfOf, idempotencyKey };
  const canonical = canonicalString({ ...request, ...headers, version, body: Buffer.from(request.body) });
  expect(canonical).toBe(vector.canonicalString);
  expect(sign(secret, canonical)).toBe(vector.signature);
});
