/** Samples as they are read; `npm run proof -- samples` runs them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { type Sample, samplesOf } from '../../contract/samples/index.ts';
import { exemplary, type Operation, operationsOf, readDocument } from './operations.ts';

let operations: ReadonlyMap<string, Operation>;
beforeAll(async () => {
  operations = exemplary(operationsOf(await readDocument()));
});

const sample = (operationId: string, label: Sample['label']) =>
  samplesOf(operations.get(operationId)!)!.find((one) => one.label === label)!.code;

test('every operation has one in each language, without a secret in it', () => {
  for (const operation of operations.values()) {
    const samples = samplesOf(operation)!;
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python']);
    for (const { code } of samples) {
      expect(code).toContain('GUIDEPOST_BASE_URL');
      expect(code).not.toMatch(/sk_|eyJ|undefined|\[object/);
    }
  }
});

test('an operation without an example has none', () => {
  expect(samplesOf({ operationId: 'bookTheMoon', method: 'POST', path: '/moon' })).toBeUndefined();
});

test('curl sends what the example has, and takes secrets from the environment', () => {
  expect(sample('rotateCredential', 'curl')).toBe(
    `curl "$GUIDEPOST_BASE_URL/open/v1/credential/rotate" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"clientSecret": "'"$GUIDEPOST_CLIENT_SECRET"'", "overlapSeconds": 3600}'`,
  );
});

test('TypeScript goes through lists, and acts for others', () => {
  expect(sample('listOrders', 'TypeScript')).toContain(
    "for await (const order of guidepost.orders.list({ status: 'pending', size: 1 })) {\n  console.log(order);\n}",
  );
  expect(sample('quoteCancellation', 'TypeScript')).toContain(
    "const merchant = guidepost.onBehalfOf('mk_sandbox_agency');\n\nconst quote = await merchant.orders.quoteCancellation(",
  );
});

test('every sample in TypeScript has the types of the SDK', () => {
  const place = join(process.cwd(), '.guidepost');
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, 'types-'));
  try {
    for (const id of operations.keys()) writeFileSync(join(folder, `${id}.ts`), sample(id, 'TypeScript'));
    const config = { extends: '../../tsconfig.json', include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join('node_modules', '.bin', 'tsc');
    const { status, stdout } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('Python has its own words for values', () => {
  expect(sample('revokeCredential', 'Python')).toContain('json={"compromised": False},');
  expect(sample('createOrder', 'Python')).toContain('        "Idempotency-Key": "trip-2027-0417",\n    },');
});
