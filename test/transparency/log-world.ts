import { randomUUID } from 'node:crypto';
import { createCipher } from '../../db/cipher.ts';
import { createOrm } from '../../db/orm.ts';
import { post } from '../../db/queries/money/post.ts';
import { newMerchant } from '../../db/queries/platform/new-merchant.ts';
import { merchantAccount, transferEntries } from '../../domain/ledger.ts';
import type { Checkpoint } from '../../lib/transparency/note.ts';
import { type AppendDeps, appendNewRows } from '../../services/transparency/appending.ts';
import { checkLog, type Finding } from '../../services/transparency/checking.ts';
import { createTestDatabase } from '../support/servers/database.ts';

/** What a log is about, and what it consists of. */
const TABLES = [
  ...['audit_entry', 'ledger_entry', 'ledger_posting', 'ledger_account'],
  ...['transparency_leaf', 'transparency_node', 'transparency_log'],
];

/** A database with an audit log and a ledger, what keeps the transparency log over them, and a superuser. */
export async function createLogWorld() {
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 4 });
  const superuser = createOrm({ databaseUrl: database.adminUrl, poolMax: 1 });
  const deps: AppendDeps = { orm, cipher: createCipher(Buffer.alloc(32, 1)), installation: randomUUID() };
  const em = orm.em.fork();
  newMerchant(em, { key: 'mk_studio', name: 'Studio', kind: 'studio', country: 'PT' });
  await em.flush();

  /** As somebody who may do anything with the database: no trigger refuses it. */
  const tamper = async (sql: string): Promise<void> => {
    await superuser.em.fork().transactional(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      await tx.execute(sql);
    });
  };
  const world = {
    deps,
    em: () => orm.em.fork(),
    tamper,
    /** Copies log, audit log and ledger into a schema `kept`. */
    async keep(): Promise<void> {
      const copies = TABLES.map((table) => `create table kept.${table} as table public.${table}`);
      await tamper(['create schema kept', ...copies].join(';'));
    },
    /** Puts all of them back as they were kept. */
    async undo(): Promise<void> {
      const restored = TABLES.flatMap((table) => [
        `delete from public.${table}`,
        `insert into public.${table} overriding system value table kept.${table}`,
      ]);
      await tamper(restored.join(';'));
    },
    /** Entries of the audit log. */
    async act(count = 1): Promise<void> {
      await orm.em.fork().execute(
        `insert into audit_entry (action, subject, actor, address, details)
         select 'merchant.suspended', 'merchant:mk_' || n, 'operator:filipa', '192.0.2.7', '{"reason":"ein Grund, 1.50 \\n \\"x\\""}'
         from generate_series(1, ?) n`,
        [count],
      );
    },
    /** Postings by hand: two entries each. */
    async pay(count = 1): Promise<void> {
      for (let left = count; left > 0; left -= 1)
        await orm.em.fork().transactional(async (tx) => {
          const entries = transferEntries(merchantAccount('mk_studio', 'EUR', false), 1_250, 'adjustments');
          const posting = {
            id: `adj-${randomUUID()}`,
            kind: 'adjustment',
            currency: 'EUR',
            entries,
          } as const;
          const by = { reason: 'agreed', operator: 'operator:filipa', occurredAt: new Date() };
          await post(tx, { ...posting, ...by }, 'UTC');
        });
    },
    async append(): Promise<void> {
      while (await appendNewRows(deps));
    },
    async size(): Promise<number> {
      const [row] = await orm.em
        .fork()
        .execute<[{ size: number }]>('select count(*)::int as size from transparency_leaf');
      return row.size;
    },
    /** What a walk finds, as `FINDING SUBJECT`. */
    async findings(kept: readonly Checkpoint[] = []): Promise<string[]> {
      const found: string[] = [];
      const onFinding = ({ finding, subject }: Finding) => found.push(`${finding} ${subject}`);
      await checkLog(deps, { kept, onFinding });
      return found;
    },
    async checkpoint(): Promise<Checkpoint> {
      return (await checkLog(deps, { onFinding: () => {} })).checkpoint!;
    },
    async close(): Promise<void> {
      await Promise.all([orm.close(), superuser.close()]);
      await database.drop();
    },
  };
  return world;
}

export type LogWorld = Awaited<ReturnType<typeof createLogWorld>>;
