import { createHash } from 'node:crypto';
import { setImmediate as soon } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { UploadPart } from '../../db/entities/index.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import { receiveFile, storeFile, withReceived } from '../../services/files/intake.ts';
import { openFile } from '../../services/files/stored.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const PDF = Buffer.from('%PDF-1.7\n');
const PART = 128 * 1024;
const rules = { types: ['application/pdf', 'text/csv'], maxBytes: 4 * PART } as const;
let api: TestApp;
let em: EntityManager;
beforeAll(async () => {
  api = await createTestApp();
  em = api.orm.em.fork();
});
afterAll(() => api.close());

async function* pieces(...content: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of content) {
    await soon();
    yield Buffer.from(piece);
  }
}
const receive = (...content: (string | Buffer)[]) =>
  receiveFile(em, api.cipher, { name: 'register.pdf', content: pieces(...content) }, rules);
const partsOnTheirWay = () => api.orm.em.fork().count(UploadPart, {});
const contentOf = async (id: number) => {
  const read: Uint8Array[] = [];
  const { content } = await openFile(api.orm.em.fork(), api.cipher, id);
  for await (const part of content) read.push(part);
  return Buffer.concat(read);
};

test('it is written part by part while it comes, and is whole when it is stored', async () => {
  const written: number[] = [];
  async function* slow() {
    yield PDF;
    for (let n = 0; n < 3; n++) {
      yield Buffer.alloc(PART, `${n}`);
      written.push(await partsOnTheirWay());
    }
  }
  const file = await receiveFile(em, api.cipher, { name: 'slow', content: slow() }, rules);
  expect(written).toEqual([1, 2, 3]);
  const sent = Buffer.concat([PDF, ...['0', '1', '2'].map((text) => Buffer.alloc(PART, text))]);
  expect(file).toMatchObject({
    type: 'application/pdf',
    name: 'slow.pdf',
    size: sent.length,
    sha256: createHash('sha256').update(sent).digest('hex'),
  });
  const id = await api.orm.em.fork().transactional((inside) => storeFile(inside, file, new Date()));
  expect([await partsOnTheirWay(), (await contentOf(id)).equals(sent)]).toEqual([0, true]);
});

test.each([
  ['is of another type', ['<html>', Buffer.alloc(PART * 2)]],
  ['is too large', [PDF, Buffer.alloc(PART * 4)]],
  ['is empty', []],
  ['has a formula behind its first part', ['a,b\n1,2\n'.repeat(20_000), '=1+1\n']],
  ['has a formula across two pieces', ['a,b\n1,  ', '=1+1\n']],
  ['has no words', [' \n\n ']],
  ['ends within a character', ['a,b\n', Buffer.from([0xe2, 0x82])]],
  ['has one field without end', ['1'.repeat(40_000)]],
] as const)('one that %s is refused, and nothing of it is left', async (_what, content) => {
  await expect(receive(...content)).rejects.toMatchObject({ code: 40001 });
  expect(await partsOnTheirWay()).toBe(0);
});

test('a table may come in any pieces', async () => {
  const text = Buffer.from('place;total\nCafé;-12,50\n');
  const bytes = Array.from(text, (_byte, at) => text.subarray(at, at + 1));
  const file = await receive(...bytes);
  expect([file.type, file.size]).toEqual(['text/csv', text.length]);
  await em.nativeDelete(UploadPart, { uploadId: file.uploadId });
});

test('of one that breaks off, and of those before it, nothing is left', async () => {
  async function* broken() {
    yield PDF;
    yield Buffer.alloc(PART * 2);
    throw new Error('the client has gone');
  }
  const work = withReceived(em, api.cipher, rules, async (take) => {
    await take({ name: 'whole.pdf', content: pieces(PDF) });
    await take({ name: 'broken.pdf', content: broken() });
  });
  await expect(work).rejects.toThrow('the client has gone');
  expect(await partsOnTheirWay()).toBe(0);
});

test('what a process that died has left goes after an hour', async () => {
  const old = await receive(PDF);
  const fresh = await receive(PDF);
  await em.execute(`update upload_part set created_at = now() - interval '61 minutes' where upload_id = ?`, [
    old.uploadId,
  ]);
  await removeExpired(api.orm.em.fork());
  const left = await api.orm.em.fork().find(UploadPart, {});
  expect(left.map(({ uploadId }) => uploadId)).toEqual([fresh.uploadId]);
});
