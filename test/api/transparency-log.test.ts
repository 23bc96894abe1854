/** The transparency log as anybody may read it: a client that has its key alone checks the checkpoint against the tiles. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openInstallation } from '../../db/installation.ts';
import { createTree, edgeOf } from '../../lib/transparency/merkle.ts';
import { openCheckpoint, parseVerifier } from '../../lib/transparency/note.ts';
import { appendNewRows } from '../../services/transparency/appending.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const get = (path: string) => api.app.inject(`/log/${path}`);
async function append(entries: number): Promise<void> {
  const em = api.orm.em.fork();
  const installation = await openInstallation(em, api.cipher);
  await em.execute(
    "insert into audit_entry (action, subject, actor) select 'x.y', 'x:' || n, 'platform' from generate_series(1, ?) n",
    [entries],
  );
  while (await appendNewRows({ orm: api.orm, cipher: api.cipher, installation }));
}

test('before anything is logged there is none', async () => {
  for (const path of ['checkpoint', 'key', 'tile/0/000.p/1'])
    expect((await get(path)).json()).toMatchObject({ code: 40400 });
});

test('from the key, the checkpoint and its tiles a client makes the root that was signed', async () => {
  await append(600);
  const key = await get('key');
  const checkpoint = await get('checkpoint');
  expect([checkpoint.headers['content-type'], checkpoint.headers['cache-control']]).toEqual([
    'text/plain; charset=utf-8',
    'public, max-age=5',
  ]);
  const { size, root } = openCheckpoint(checkpoint.body, parseVerifier(key.body));
  expect(size).toBeGreaterThanOrEqual(600);

  const edge = [];
  for (const { level, from, count } of edgeOf(size)) {
    const number = `${Math.floor(from / 256)}`.padStart(3, '0');
    const tile = await get(`tile/${level}/${number}.p/${count}`);
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    for (let at = 0; at < count; at += 1)
      edge.push({ level, hash: tile.rawPayload.subarray(at * 32, at * 32 + 32) });
  }
  expect(createTree(edge).root()).toEqual(root);

  const full = await get('tile/0/000');
  expect([full.rawPayload.length, full.headers['cache-control']]).toEqual([
    8_192,
    'public, max-age=31536000, immutable',
  ]);
  const tree = createTree();
  for (let at = 0; at < 256; at += 1) tree.add(full.rawPayload.subarray(at * 32, at * 32 + 32));
  expect((await get('tile/1/000.p/1')).rawPayload).toEqual(tree.root());
});

test.each([
  'tile/0/003',
  'tile/0/002.p/255',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/0',
  'tile/0/x000/000',
  'tile/00/000',
  'tile/7/000',
  'tile/entries/000',
  'tile/-1/000',
])('%s is not there', async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});
