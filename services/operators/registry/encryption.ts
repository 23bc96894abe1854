import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../../db/cipher.ts';
import { SECRET_STORES, type SecretStore } from '../../../db/secret-stores.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

/** Rows that are read at once. */
const BATCH = 200;

export interface StoreState {
  readonly name: string;
  readonly total: number;
  /** Made with another key than the current one. */
  readonly left: number;
}

export interface Reencrypted {
  /** How many of each store were encrypted again. */
  readonly done: Readonly<Record<string, number>>;
  /** What none of the keys opens: `app_secret 17`. */
  readonly unreadable: readonly string[];
}

/** Brings what is stored from one ENCRYPTION_KEY to the next, while everything runs. */
export function createEncryption({ orm, cipher }: { orm: MikroORM; cipher: Cipher }) {
  return {
    /** How far it is. */
    async states(): Promise<StoreState[]> {
      const em = orm.em.fork();
      return await Promise.all(SECRET_STORES.map(async (store) => await count(em, store, cipher)));
    },

    /**
     * Encrypts with the current key whatever another one has encrypted. It may be stopped at any point, repeated, and run
     * twice at once: each row is written by itself, and only while it holds what was read.
     */
    async reencrypt(actor: AuditActor): Promise<Reencrypted> {
      const em = orm.em.fork();
      const done: Record<string, number> = {};
      const unreadable: string[] = [];
      for (const store of SECRET_STORES) {
        done[store.name] = await reencryptStore({ em, store, cipher, actor }, (key) =>
          unreadable.push(`${store.name} ${key}`),
        );
      }
      if (Object.values(done).some((many) => many > 0)) {
        const subject = `encryption_key:${cipher.keyId}`;
        await recordAudit(em, actor, { action: 'secrets.reencrypted', subject, details: done });
      }
      return { done, unreadable };
    },
  };
}

async function count(em: EntityManager, store: SecretStore, { prefix }: Cipher): Promise<StoreState> {
  const [row] = await em.execute<{ total: number; left: number }[]>(
    `select count(*)::int as total, count(*) filter (where not starts_with(${store.read}, ?))::int as "left"
     from ${store.table} where ${store.read} is not null`,
    [prefix],
  );
  return { name: store.name, total: row?.total ?? 0, left: row?.left ?? 0 };
}

interface Row {
  readonly key: string[];
  readonly text: string;
}

interface Work {
  readonly em: EntityManager;
  readonly store: SecretStore;
  readonly cipher: Cipher;
  readonly actor: AuditActor;
}

async function reencryptStore(work: Work, onUnreadable: (key: string) => void): Promise<number> {
  const { em, store, cipher } = work;
  let done = 0;
  for (let rows = await nextRows(em, store, cipher); rows.length > 0; ) {
    for (const row of rows) {
      const plaintext = await cipher.decryptBytes(row.text).catch(() => undefined);
      if (plaintext === undefined) onUnreadable(row.key.join(' '));
      else if (await replace(work, row, await cipher.encrypt(plaintext))) done++;
    }
    rows = await nextRows(em, store, cipher, rows.at(-1)!.key);
  }
  return done;
}

/** In the order of their keys, so that an unreadable one is met once. */
async function nextRows(
  em: EntityManager,
  { table, key, read }: SecretStore,
  { prefix }: Cipher,
  after?: readonly string[],
): Promise<Row[]> {
  const place = key.join(', ');
  const beyond = after === undefined ? '' : `and (${place}) > (${key.map(() => '?').join(', ')})`;
  return await em.execute<Row[]>(
    `select array[${key.map((name) => `${name}::text`).join(', ')}] as key, ${read} as text from ${table}
     where ${read} is not null and not starts_with(${read}, ?) ${beyond} order by ${place} limit ${BATCH}`,
    [prefix, ...(after ?? [])],
  );
}

/** A transaction for each row: one row is locked at a time, so no deadlock. */
async function replace({ em, store, actor }: Work, row: Row, text: string): Promise<boolean> {
  const { table, key, read, write, audited } = store;
  return await em.transactional(async (tx) => {
    const changed = await tx.execute<unknown[]>(
      `update ${table} set ${write} where ${key.map((name) => `${name} = ?`).join(' and ')} and ${read} = ?
       returning 1`,
      [text, ...row.key, row.text],
    );
    if (changed.length === 1 && audited !== undefined) {
      await recordAudit(tx, actor, { action: 'secrets.reencrypted', subject: audited(row.key) });
    }
    return changed.length === 1;
  });
}
