import { type EntityManager, IsolationLevel, type MikroORM } from '@mikro-orm/postgresql';
import { Merchant, Order } from '../../../db/entities/index.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

const PAGE = 500;

/** @param write is waited for. */
type Write = (line: string) => Promise<void>;
type Tables = readonly (readonly [table: string, rows: string])[];

const OWN_ORDERS = 'order_id in (select id from orders where merchant_key = $key)';

/**
 * What a merchant's export holds: table, and which of its rows. Of orders only those that it placed: of the others,
 * a studio sees in the API what their state allows.
 */
const TABLES: Tables = [
  ['merchant', 'key = $key'],
  ['callback_endpoint', 'merchant_key = $key'],
  ['credential', 'merchant_key = $key'],
  ['guide', 'studio_key = $key'],
  ['partnership', 'studio_key = $key'],
  ['provider_link', 'merchant_key = $key'],
  ['orders', 'merchant_key = $key'],
  ['order_event', OWN_ORDERS],
  ['order_change', OWN_ORDERS],
  ['order_message', OWN_ORDERS],
  ['order_attachment', OWN_ORDERS],
  // Its own people's, never the other side's.
  ['order_note', 'owner_key = $key'],
  ['order_assignment', 'owner_key = $key'],
  ['saved_answer', 'owner_key = $key'],
  ['saved_view', 'owner_key = $key'],
  ['review', 'merchant_key = $key'],
  ['hold', 'merchant_key = $key'],
  ['octo_booking', 'merchant_key = $key'],
  ['waitlist_entry', 'merchant_key = $key'],
  ['shared_shortlist', 'merchant_key = $key'],
  ['settlement', 'merchant_key = $key'],
  ['settlement_line', 'settlement_id in (select id from settlement where merchant_key = $key)'],
  ['notification', 'merchant_key = $key'],
  ['delivery_attempt', 'notification_id in (select id from notification where merchant_key = $key)'],
  ['audit_entry', 'merchant_key = $key'],
  ['mail', 'merchant_key = $key'],
];

const IDS = '(select jsonb_array_elements_text($key::jsonb))';

/** What a traveller's export holds: all that is kept of those orders, and of what was held and said for them. */
const TABLES_OF_ORDERS: Tables = [
  ['orders', `id in ${IDS}`],
  ['order_event', `order_id in ${IDS}`],
  ['order_change', `order_id in ${IDS}`],
  ['order_command', `order_id in ${IDS}`],
  ['order_message', `order_id in ${IDS}`],
  ['order_attachment', `order_id in ${IDS}`],
  ['stored_file', `id in (select file_id from order_attachment where order_id in ${IDS})`],
  ['order_note', `order_id in ${IDS}`],
  ['octo_booking', `hold_id in (select id from hold where order_id in ${IDS})`],
  ['review', `order_id in ${IDS}`],
];

/**
 * Everything that we keep of a merchant, a JSON object for each row, as it is at one moment; never a secret. Read in pages, whatever
 * its size.
 * @returns how many rows; 0 where there is no such merchant.
 */
export async function exportMerchant(
  orm: MikroORM,
  actor: AuditActor,
  merchantKey: string,
  write: Write,
): Promise<number> {
  const audited = { action: 'merchant.exported', subject: `merchant:${merchantKey}`, merchantKey };
  return await exportRows(orm, TABLES, merchantKey, write, async (em) => {
    if ((await em.count(Merchant, merchantKey)) === 0) return false;
    await recordAudit(em, actor, audited);
    return true;
  });
}

/** The same of orders, for the traveller whom they are about. @param reason why, for the audit log. */
export async function exportOrders(
  orm: MikroORM,
  actor: AuditActor,
  orderIds: readonly string[],
  reason: string,
  write: Write,
): Promise<number> {
  return await exportRows(orm, TABLES_OF_ORDERS, JSON.stringify(orderIds), write, async (em) => {
    for (const { id, merchantKey } of await em.find(Order, { id: { $in: [...orderIds] } })) {
      const details = { reason };
      await recordAudit(em, actor, {
        action: 'order.exported',
        subject: `order:${id}`,
        merchantKey,
        details,
      });
    }
    return true;
  });
}

async function exportRows(
  orm: MikroORM,
  tables: Tables,
  key: string,
  write: Write,
  begin: (em: EntityManager) => Promise<boolean>,
): Promise<number> {
  let rows = 0;
  await orm.em.fork().transactional(
    async (inside) => {
      if (!(await begin(inside))) return;
      for (const [table, condition] of tables) {
        await inside.execute(
          `declare exported no scroll cursor for select to_jsonb(t) - (select coalesce(array_agg(attname::text), '{}')
             from pg_attribute where attrelid = '${table}'::regclass and attname ~ '_encrypted$|_hash$') as row
           from ${table} t where ${condition.replaceAll('$key', '?')}`,
          [key],
        );
        for (let page = PAGE; page === PAGE; ) {
          const found = await inside.execute<{ row: object }[]>(`fetch ${PAGE} from exported`);
          for (const { row } of found) await write(JSON.stringify({ table, row }));
          page = found.length;
          rows += page;
        }
        await inside.execute('close exported');
      }
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ },
  );
  return rows;
}
