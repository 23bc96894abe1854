import { IsolationLevel, type MikroORM } from '@mikro-orm/postgresql';
import { Merchant } from '../../../db/entities/index.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

const PAGE = 500;

const OWN_ORDERS = 'order_id in (select id from orders where merchant_key = $key)';

/**
 * What a merchant's export holds: table, and which of its rows. Of orders only those that it placed: of the others,
 * a studio sees in the API what their state allows.
 */
const TABLES: readonly (readonly [table: string, rows: string])[] = [
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
  ['review', 'merchant_key = $key'],
  ['hold', 'merchant_key = $key'],
  ['octo_booking', 'merchant_key = $key'],
  ['waitlist_entry', 'merchant_key = $key'],
  ['settlement', 'merchant_key = $key'],
  ['settlement_line', 'settlement_id in (select id from settlement where merchant_key = $key)'],
  ['notification', 'merchant_key = $key'],
  ['delivery_attempt', 'notification_id in (select id from notification where merchant_key = $key)'],
  ['audit_entry', 'merchant_key = $key'],
  ['mail', 'merchant_key = $key'],
];

/**
 * Everything that we keep of a merchant, a JSON object for each row, as it is at one moment; never a secret. Read in pages, whatever
 * its size. @param write is waited for.
 * @returns how many rows; 0 where there is no such merchant.
 */
export async function exportMerchant(
  orm: MikroORM,
  actor: AuditActor,
  merchantKey: string,
  write: (line: string) => Promise<void>,
): Promise<number> {
  let rows = 0;
  const audited = { action: 'merchant.exported', subject: `merchant:${merchantKey}`, merchantKey };
  const em = orm.em.fork();
  await em.transactional(
    async (inside) => {
      if ((await inside.count(Merchant, merchantKey)) === 0) return;
      await recordAudit(inside, actor, audited);
      for (const [table, condition] of TABLES) {
        await inside.execute(
          `declare exported no scroll cursor for select to_jsonb(t) - (select coalesce(array_agg(attname::text), '{}')
             from pg_attribute where attrelid = '${table}'::regclass and attname ~ '_encrypted$|_hash$') as row
           from ${table} t where ${condition.replaceAll('$key', '?')}`,
          [merchantKey],
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
