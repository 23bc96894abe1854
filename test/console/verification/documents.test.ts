import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCipher } from '../../../db/cipher.ts';
import { StoredFilePart } from '../../../db/entities/index.ts';
import { createEncryption } from '../../../services/operators/registry/encryption.ts';
import { createTestConsole } from '../../support/console/console-app.ts';
import {
  createVerificationWorld,
  dataOf,
  PDF,
  PNG,
  pathOf,
  refusalOf,
  submit,
  upload,
  type VerificationWorld,
} from './world.ts';

/** Documents: what is taken, how it lies in the database, who gets it back. */
const MAX = 10 * 1024 * 1024;
let world: VerificationWorld;
beforeAll(async () => {
  world = await createVerificationWorld();
  await dataOf(world.owner, { method: 'POST', url: pathOf(world.company, '/draft') });
});
afterAll(() => world.close());

const add = (name: string, content: Buffer, type?: string) =>
  dataOf(world.owner, upload(world.company, name, content, type));
const read = (documentId: string, company = world.company) =>
  ({ method: 'GET', url: pathOf(company, `/documents/${documentId}`) }) as const;
const remove = (documentId: string) =>
  dataOf(world.owner, { method: 'DELETE', url: pathOf(world.company, `/documents/${documentId}`) });

test('the content says what a file is, not its name nor what its sender says of it', async () => {
  const document = await add('register.exe.pdf', PNG, 'application/pdf');
  expect(document).toMatchObject({ name: 'register.exe.png', type: 'image/png', size: PNG.length });
  await remove(document.documentId);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const content of [html, svg, Buffer.from('PK\u0003\u0004'), Buffer.from('MZ'), Buffer.alloc(0)]) {
    expect(await refusalOf(world.owner, upload(world.company, 'register.pdf', content))).toEqual([
      400,
      'body.file unsupported_media_type',
    ]);
  }
});

test('ten megabytes are taken, and one byte more is not', async () => {
  const large = Buffer.concat([PDF, Buffer.alloc(MAX - PDF.length, 'x')]);
  const { documentId, size } = await add('large.pdf', large);
  expect(size).toBe(MAX);
  const { rawPayload } = await world.owner.send(read(documentId));
  expect(createHash('sha256').update(rawPayload).digest()).toEqual(
    createHash('sha256').update(large).digest(),
  );
  await remove(documentId);
  const larger = Buffer.concat([large, Buffer.from('x')]);
  expect(await refusalOf(world.owner, upload(world.company, 'large.pdf', larger))).toEqual([
    400,
    'body.file too_large',
  ]);
});

test('it comes back as an attachment that no browser shows, under a harmless name', async () => {
  const { documentId } = await add('..\\..\\etc/Übersicht\u202efdp.html', PDF);
  const answer = await world.owner.send(read(documentId));
  expect(answer.rawPayload).toEqual(PDF);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="_bersichtfdp.pdf"; filename*=UTF-8''%C3%9Cbersichtfdp.pdf`,
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  await remove(documentId);
});

test("another company's document is unknown, and so is a draft's to the operators", async () => {
  const { documentId } = await add('mine.pdf', PDF);
  expect(await refusalOf(world.stranger, read(documentId))).toEqual([404]);
  expect(await refusalOf(world.stranger, read(documentId, world.strangers))).toEqual([404]);
  const operators = { method: 'GET', url: `/api/operator/verifications/documents/${documentId}` } as const;
  expect(await refusalOf(world.operator, operators)).toEqual([404]);
  await dataOf(world.stranger, { method: 'POST', url: pathOf(world.strangers, '/draft') });
  const take = { method: 'DELETE', url: pathOf(world.strangers, `/documents/${documentId}`) } as const;
  expect(await refusalOf(world.stranger, take)).toEqual([404]);
  expect((await world.owner.send(read(documentId))).rawPayload).toEqual(PDF);
});

test('an eleventh is one too many', async () => {
  for (let n = 2; n <= 10; n++) await add(`${n}.pdf`, PDF);
  expect(await refusalOf(world.owner, upload(world.company, '11.pdf', PDF))).toEqual([
    400,
    'body.file limit_reached',
  ]);
});

/** Reads with the new key alone; sessions were sealed with the one before. */
const NEW_KEY = {
  ...createCipher(Buffer.alloc(32, 9)),
  derive: createCipher(Buffer.alloc(32, 9), [Buffer.alloc(32, 1)]).derive,
};

test('in the table it is encrypted, and a change of the key takes it along', async () => {
  const secret = Buffer.concat([PDF, Buffer.from('NIF 508123456 '.repeat(20_000))]);
  const sent = await submit(world.stranger, world.strangers);
  expect(sent.documents).toHaveLength(1);
  await dataOf(world.stranger, { method: 'POST', url: pathOf(world.strangers, '/withdraw') });
  await dataOf(world.stranger, { method: 'POST', url: pathOf(world.strangers, '/draft') });
  const { documentId } = await dataOf(world.stranger, upload(world.strangers, 'nif.pdf', secret));
  const parts = await world.api.orm.em.fork().find(StoredFilePart, { number: { $gte: 0 } });
  const stored = parts.map(({ contentEncrypted }) => contentEncrypted);
  expect(stored.every((text) => text.startsWith(world.api.cipher.prefix))).toBe(true);
  expect(stored.some((text) => Buffer.from(text, 'base64').includes('508123456'))).toBe(false);

  const next = createCipher(Buffer.alloc(32, 9), [Buffer.alloc(32, 1)]);
  const encryption = createEncryption({ orm: world.api.orm, cipher: next });
  const { done, unreadable } = await encryption.reencrypt({ operator: 'test', address: 'here' });
  expect([done.file, unreadable]).toEqual([parts.length, []]);
  const after = await createTestConsole(world.api, { cipher: NEW_KEY });
  const { cookie } = world.stranger;
  const answer = await after.app.inject({ ...read(documentId, world.strangers), headers: { cookie } });
  expect(answer.rawPayload).toEqual(secret);
  await after.close();
});

test('what was changed in the table is not handed out', async () => {
  const em = world.api.unbounded.em.fork();
  const [row] = await em.execute<{ id: number }[]>(
    'select d.id::int as id from verification_document d join stored_file_part using (file_id) where number = 1',
  );
  await em.execute(
    'delete from stored_file_part p using verification_document d where d.id = ? and d.file_id = p.file_id and number = 1',
    [row!.id],
  );
  const after = await createTestConsole(world.api, { cipher: NEW_KEY });
  const { cookie } = world.stranger;
  const answer = await after.app.inject({ ...read(`DOC${row!.id}`, world.strangers), headers: { cookie } });
  expect(answer.statusCode).toBe(500);
  await after.close();
});

test.each([
  ['no form at all', 'x'.repeat(100_000)],
  ['nothing', ''],
  [
    'a form that ends too early',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  ],
  ['a part without an end of its head', `--b\r\n${'a: b\r\n'.repeat(3_000)}`],
])('a body that is %s is refused, and kept by nobody', async (_, payload) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const url = pathOf(world.company, '/documents');
  const answer = await world.owner.send({ method: 'POST', url, headers, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
});
