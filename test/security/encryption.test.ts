import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { CompactEncrypt } from 'jose';
import { type Cipher, createCipher } from '../../db/cipher.ts';
import { Credential, Person } from '../../db/entities/index.ts';
import { SECRET_STORES } from '../../db/secret-stores.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { createTestApp, ENCRYPTION_KEY as OLD, type TestApp, tokenRequest } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { startAdmin } from '../support/platform/admin.ts';
import { until } from '../support/until.ts';

const NEW = Buffer.alloc(32, 2);
const OTHER = Buffer.alloc(32, 3);

describe('a text', () => {
  test('says which key made it, and begins as the cipher says', async () => {
    const [old, fresh] = [createCipher(OLD), createCipher(NEW)];
    expect(old.keyId).not.toBe(fresh.keyId);
    expect((await old.encrypt('secret')).startsWith(old.prefix)).toBe(true);
    expect((await fresh.encrypt('secret')).startsWith(old.prefix)).toBe(false);
  });

  test('of an accepted key is read, of another key it is not', async () => {
    const sealed = await createCipher(OLD).encrypt('secret');
    await expect(createCipher(NEW, [OTHER, OLD]).decrypt(sealed)).resolves.toBe('secret');
    await expect(createCipher(NEW, [OTHER]).decrypt(sealed)).rejects.toThrow('neither ENCRYPTION_KEY nor');
  });

  test('from before keys had names is read with whatever key opens it', async () => {
    const sealed = await nameless(OLD, 'secret');
    await expect(createCipher(NEW, [OTHER, OLD]).decrypt(sealed)).resolves.toBe('secret');
    await expect(createCipher(NEW, [OTHER]).decrypt(sealed)).rejects.toThrow();
  });

  test('that was changed is not read', async () => {
    const cipher = createCipher(OLD);
    const parts = (await cipher.encrypt('secret')).split('.');
    parts[3] = `${parts[3]![0] === 'A' ? 'B' : 'A'}${parts[3]!.slice(1)}`;
    await expect(cipher.decrypt(parts.join('.'))).rejects.toThrow();
  });
});

function nameless(key: Uint8Array, plaintext: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

describe('a change of ENCRYPTION_KEY', () => {
  const MANY = 1_000;
  let api: TestApp;
  /** Those that have not been told yet, those that read both, those that write with the new key. */
  let before: FastifyInstance;
  let after: FastifyInstance;

  beforeAll(async () => {
    api = await createTestApp();
    before = await api.another({ cipher: createCipher(OLD, [NEW]) });
    after = await api.another({ cipher: createCipher(NEW, [OLD]) });
  });
  afterAll(() => api.close());

  const environment = (key: Buffer, ...accepted: Buffer[]) => ({
    DATABASE_URL: api.databaseUrl,
    ENCRYPTION_KEY: key.toString('base64'),
    ENCRYPTION_KEYS_ACCEPTED: accepted.map((one) => one.toString('base64')).join(','),
  });
  const admin = (env: Record<string, string>, ...args: string[]) => startAdmin(env, args).ended;
  const stored = (cipher: Cipher) =>
    api.orm.em
      .fork()
      .execute<{ left: number }[]>(
        'select count(*)::int as "left" from credential where not starts_with(secret_encrypted, ?)',
        [cipher.prefix],
      );

  /** Whatever needs a secret: a token, its signing key, the callback's secrets, a kept answer. */
  async function expectToWork(app: FastifyInstance, key: string): Promise<string> {
    const token = (await app.inject(tokenRequest(api.sandbox.agency))).json().data.access_token;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const url = '/open/v1/callback/config';
    const saved = await app.inject({
      method: 'PUT',
      url,
      headers,
      payload: { url: `https://hooks.example.com/${key}` },
    });
    expect(saved.json()).toMatchObject({ code: 200 });
    const read = await app.inject({ url, headers: { authorization: headers.authorization } });
    expect(read.json().data.secretHint).toMatch(/^…/);
    return JSON.stringify([saved.headers['idempotent-replayed'], saved.json()]);
  }

  test('processes that encrypt with the old key and with the new one read each other', async () => {
    await expectToWork(before, 'made-by-old');
    expect(await expectToWork(after, 'made-by-old')).toContain('"true"');
    await expectToWork(after, 'made-by-new');
    expect(await expectToWork(before, 'made-by-new')).toContain('"true"');
    const token = await api.token(api.sandbox.agency);
    const headers = { authorization: `Bearer ${token}` };
    const rotate = { method: 'POST', url: '/open/v1/callback/rotate-secret', headers } as const;
    expect((await after.inject(rotate)).statusCode).toBe(200);
    expect((await before.inject(rotate)).statusCode).toBe(200);
  });

  test('the command that does it may be killed, run again, and run twice at once', async () => {
    const row = { merchantKey: 'mk_sandbox_studio', revokedAt: new Date(0) };
    const rows = await Promise.all(
      Array.from({ length: MANY }, async (_, n) => ({
        ...row,
        secretEncrypted: n % 2 === 0 ? await api.cipher.encrypt(`sk_${n}`) : await nameless(OLD, `sk_${n}`),
        label: `sk_${n}`,
      })),
    );
    await api.orm.em.fork().insertMany(Credential, rows);
    const id = await api.orm.em.fork().insert(Person, {
      ...{ email: 'keys@example.com', name: 'Ana', totpConfirmedAt: new Date() },
      totpSecretEncrypted: await api.cipher.encrypt('JBSWY3DPEHPK3PXP'),
    });
    const fresh = createCipher(NEW);
    const leftOf = async () => (await stored(fresh))[0]!.left;
    const all = await leftOf();
    expect((await admin(environment(NEW, OLD), 'reencrypt', '--check')).code).toBe(1);
    expect(await leftOf()).toBe(all);

    const { child, ended } = startAdmin(environment(NEW, OLD), ['reencrypt']);
    await until(async () => (await leftOf()) < all - 100);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    const left = await leftOf();
    expect(left).toBeGreaterThan(0);
    await expectToWork(before, randomUUID());
    await expectToWork(after, randomUUID());

    const runs = await Promise.all([
      admin(environment(NEW, OLD), 'reencrypt'),
      admin(environment(NEW, OLD), 'reencrypt'),
    ]);
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(runs[0].stdout).toContain('all secrets are encrypted with ENCRYPTION_KEY');
    const every = await api.orm.em.fork().find(Credential, { label: { $like: 'sk_%' } });
    expect(every).toHaveLength(MANY);
    for (const { label, secretEncrypted } of every) expect(await fresh.decrypt(secretEncrypted!)).toBe(label);
    const { totpSecretEncrypted } = await api.orm.em.fork().findOneOrFail(Person, id);
    expect(await fresh.decrypt(totpSecretEncrypted!)).toBe('JBSWY3DPEHPK3PXP');
  });

  test('afterwards the old key is needed nowhere', async () => {
    const alone = createCipher(NEW);
    expect(await everyCiphertext()).not.toHaveLength(0);
    expect((await everyCiphertext()).filter((found) => !found.startsWith(alone.prefix))).toEqual([]);
    const app = await api.another({ cipher: alone });
    expect(await expectToWork(app, 'made-by-old')).toContain('"true"');
    const seeded = await seedSandbox({ databaseUrl: api.databaseUrl, encryptionKey: NEW });
    expect(seeded.agency).toEqual(api.sandbox.agency);
    const check = await admin(environment(NEW), 'reencrypt', '--check');
    expect([check.code, check.stderr]).toEqual([0, '']);
  });

  test('it is in the audit log, with numbers only', async () => {
    const entries = await api.orm.em
      .fork()
      .execute<{ subject: string; details: Record<string, number> }[]>(
        `select subject, details from audit_entry where action = 'secrets.reencrypted' and subject !~ '^person:'`,
      );
    expect(entries.length).toBeGreaterThan(0);
    expect(entries[0]!.subject).toBe(`encryption_key:${createCipher(NEW).keyId}`);
    const done = entries.reduce((sum, { details }) => sum + details.app_secret!, 0);
    expect(done).toBeLessThanOrEqual(MANY + 2);
  });

  test('every column that is called encrypted is among the stores', async () => {
    const columns = await api.orm.em.fork().execute<{ at: string }[]>(
      `select table_name || ' ' || column_name as at from information_schema.columns
         where table_schema = 'public' and column_name like '%\\_encrypted'`,
    );
    const stores = SECRET_STORES.map(({ table, read }) => `${table} ${read}`);
    expect(columns.length).toBeGreaterThan(8);
    expect(columns.map(({ at }) => at).filter((at) => !stores.includes(at))).toEqual([]);
  });

  test('what no key opens is named, changed by nobody, and keeps the exit code at 1', async () => {
    const stranger = await createMerchant({ ...api, cipher: createCipher(OTHER) }, 'mk_other_key');
    const find = () => api.orm.em.fork().findOneOrFail(Credential, { merchantKey: stranger.clientId });
    const { id, secretEncrypted } = await find();
    const { code, stdout, stderr } = await admin(environment(NEW, OLD), 'reencrypt');
    expect(code).toBe(1);
    expect(stderr).toContain(`no key decrypts app_secret ${id}`);
    expect(stdout).toContain('1 left');
    expect((await find()).secretEncrypted).toBe(secretEncrypted);
  });

  test.each([
    ['c2hvcnQ=', 'each of ENCRYPTION_KEYS_ACCEPTED must be 32 bytes in base64'],
    [`${OLD.toString('base64')},x`, 'each of ENCRYPTION_KEYS_ACCEPTED must be 32 bytes in base64'],
  ])('an accepted key that is none stops the process with its name: %s', async (accepted, message) => {
    const env = { ...environment(NEW), ENCRYPTION_KEYS_ACCEPTED: accepted };
    const { code, stderr } = await admin(env, 'reencrypt');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain(accepted);
  });

  /** In any column of any table, so that a new place for secrets cannot be forgotten. */
  async function everyCiphertext(): Promise<string[]> {
    const em = api.orm.em.fork();
    const tables = await em.execute<{ name: string }[]>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const found = await Promise.all(
      tables.map(({ name }) =>
        em.execute<{ text: string }[]>(`select to_jsonb(t)::text as text from "${name}" t`),
      ),
    );
    const start = Buffer.from('{"alg":"dir"').toString('base64url').slice(0, -1);
    const pattern = new RegExp(`${start}[\\w-]*\\.[\\w.-]*`, 'g');
    return found.flat().flatMap(({ text }) => text.match(pattern) ?? []);
  }
});
