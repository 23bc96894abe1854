/**
 * Which platform this is, and whether ENCRYPTION_KEY is its key (docs/decisions/0039). A process that encrypts with
 * another key would leave secrets behind that no other process can read.
 */
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cipher } from './cipher.ts';
import { Installation } from './entities/index.ts';
import { followCluster } from './feed-epoch.ts';
import { SECRET_STORES, type SecretStore } from './secret-stores.ts';

/** This process and what it talks to don't belong together; the message is for the operator. */
export class InstallationError extends Error {
  override readonly name: string = 'InstallationError';
}

export class WrongKeyError extends InstallationError {
  override readonly name = 'WrongKeyError';
  constructor() {
    super(
      "ENCRYPTION_KEY is not this database's key: it decrypts none of its secrets, nor does any of " +
        'ENCRYPTION_KEYS_ACCEPTED',
    );
  }
}

/**
 * Checks the key, and makes the row of the installation where there is none yet. The first process after a restore begins a new
 * epoch of the feeds.
 * @returns the installation's id.
 * @throws WrongKeyError; then nothing was changed.
 */
export async function openInstallation(em: EntityManager, cipher: Cipher): Promise<string> {
  const known = await readInstallation(em, cipher);
  const id = known ?? (await em.transactional((inner) => makeInstallation(inner, cipher)));
  await followCluster(em);
  return id;
}

/**
 * The id of the installation whose key this is; undefined where none has been recorded yet.
 * @throws WrongKeyError
 */
export async function readInstallation(em: EntityManager, cipher: Cipher): Promise<string | undefined> {
  const [row] = await em.execute<{ id: string; key_check: string | null }[]>(
    'select id, key_check from installation',
  );
  if (!row?.key_check) return undefined;
  if ((await opened(cipher, row.key_check)) !== row.id) throw new WrongKeyError();
  return row.id;
}

/** The first process of all does this once; others that start beside it wait for its row. */
async function makeInstallation(em: EntityManager, cipher: Cipher): Promise<string> {
  await em.execute('insert into installation (id) values (?) on conflict (singleton) do nothing', [
    randomUUID(),
  ]);
  const [row] = await em.execute<{ id: string }[]>('select id from installation for update');
  const id = row!.id;
  // Somebody else may have been quicker.
  if ((await readInstallation(em, cipher)) !== undefined) return id;
  await refuseStrangeKey(em, cipher);
  await em.nativeUpdate(Installation, id, { keyCheck: await cipher.encrypt(id) });
  return id;
}

/**
 * Where secrets were stored before there was a check value: the oldest of them show whose key this is. The oldest, since
 * a wrong key may have left newer ones behind.
 */
async function refuseStrangeKey(em: EntityManager, cipher: Cipher): Promise<void> {
  let isAnyStored = false;
  for (const store of SECRET_STORES) {
    const text = await oldestOf(em, store);
    if (text === undefined) continue;
    if ((await opened(cipher, text)) !== undefined) return;
    isAnyStored = true;
  }
  if (isAnyStored) throw new WrongKeyError();
}

async function oldestOf(em: EntityManager, { table, read }: SecretStore): Promise<string | undefined> {
  const [row] = await em.execute<{ text: string }[]>(
    `select ${read} as text from ${table} where ${read} is not null order by created_at limit 1`,
  );
  return row?.text;
}

async function opened(cipher: Cipher, text: string): Promise<string | undefined> {
  return await cipher.decrypt(text).catch(() => undefined);
}
