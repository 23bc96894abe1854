/** A ledger to settle: merchants, and closed orders with their postings, made by the posting code itself. */

import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import { Guide } from '../../../db/entities/index.ts';
import { post } from '../../../db/queries/money/post.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { postingOf } from '../../../domain/order-posting.ts';

export const MONTH = '2026-09';
const CURRENCIES = ['JPY', 'EUR', 'KWD'];
const AT_ONCE = 8;
const BATCH = 500;

interface OrderRow {
  readonly id: string;
  readonly merchantKey: string;
  readonly studioKey: string;
  readonly currency: string;
  readonly sandbox: boolean;
  readonly commissionRate: number;
  readonly status: 'completed' | 'cancelled';
  readonly totalAmount: number;
  readonly refundAmount: number | null;
  readonly occurredAt: Date;
}

/** @param merchants half agencies, half studios. */
export async function makeWorld(orm: MikroORM, merchants: number, orders: number): Promise<void> {
  const half = Math.floor(merchants / 2);
  const em = orm.em.fork();
  for (let index = 0; index < half; index++) {
    const party = { country: 'PT', verification: 'approved' } as const;
    newMerchant(em, { ...party, key: `mk_agency_${index}`, name: `Agency ${index}`, kind: 'agency' });
    newMerchant(em, { ...party, key: `mk_studio_${index}`, name: `Studio ${index}`, kind: 'studio' });
    em.create(Guide, { ...GUIDE, id: `G${1_000 + index}`, studioKey: `mk_studio_${index}` });
  }
  await em.flush();
  await em.execute(ORDERS, [half, half, half, orders]);
  const ids = await em.execute<{ id: string }[]>('select id from orders order by id');
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH).map(({ id }) => id),
  );
  await pMap(batches, (batch) => postBatch(orm, batch), { concurrency: AT_ONCE });
  await em.execute('vacuum analyze ledger_entry, ledger_posting, orders, settlement');
}

async function postBatch(orm: MikroORM, ids: readonly string[]): Promise<void> {
  const marks = ids.map(() => '?').join(',');
  const rows = await orm.em.fork().execute<OrderRow[]>(`${SELECT} where id in (${marks})`, [...ids]);
  // Each in its own transaction, as when an order moves.
  for (const row of rows) {
    const posting = postingOf(row, 4, new Date(row.occurredAt));
    if (posting) await post(orm.em.fork(), posting, 'UTC');
  }
}

const SELECT = `
select id, merchant_key as "merchantKey", studio_key as "studioKey", currency, sandbox, status,
  commission_rate as "commissionRate", total_amount::float8 as "totalAmount",
  refund_amount::float8 as "refundAmount", updated_at as "occurredAt" from orders`;

/** Closed orders of all amounts and rates, spread over the month; each tenth was cancelled with a fee. */
const ORDERS = `
insert into orders (id, merchant_key, studio_key, guide_id, status, sequence, trip_date, trip_days, guest_count,
  contact_name, contact_phone, total_amount, refund_amount, currency, commission_rate, cancellation_policy, time_zone,
  confirm_by, trip_start_at, trip_end_at, instant_confirmation, created_at, updated_at, workflow_started_at)
select 'ORD' || lpad(n::text, 19, '0'), 'mk_agency_' || (n * 7919) % ?, 'mk_studio_' || (n * 104729) % ?,
  'G' || 1000 + (n * 104729) % ?, case when n % 10 = 0 then 'cancelled' else 'completed' end, 4, '2026-09-10', 1, 2,
  'Ada', '+351912345678', 1000 + (n * 48271) % 999983, case when n % 10 = 0 then (1000 + (n * 48271) % 999983) / 2 end,
  (array['${CURRENCIES.join("','")}'])[1 + (n % 3)::int], (n * 613) % 3001, '{"preset":"custom","tiers":[]}', 'UTC',
  '2026-09-09', '2026-09-10', '2026-09-11', false, '2026-08-01',
  timestamptz '2026-09-01' + (n % 2592000) * interval '1 second', now()
from generate_series(1, ?::bigint) n`;

const GUIDE = {
  name: 'Inês',
  area: 'Lisbon',
  languages: ['pt'],
  serviceAreas: ['Lisbon'],
  serviceTypes: ['wine'],
  dayRate: 10_000,
  currency: 'EUR',
  timeZone: 'UTC',
  maxGuests: 8,
  cancellationPolicy: CANCELLATION_PRESETS.moderate,
};
