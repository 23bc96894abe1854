/** What the peers have in common: their orders in PostgreSQL, and how a notification is sent; that also of the plainest workflow. */
import type { Pool as PostgresPool } from 'pg';
import { Pool as HttpPool } from 'undici';
import { signedHeaders } from '../../../lib/callbacks/signature.ts';
import type { Booking } from '../support/guidepost.ts';

/** Milliseconds between a confirmation and the start, and between the start and the end. */
export const TIMER_MS = 10;
/** Deliveries at once. */
export const CONNECTIONS = 32;
/** Signs as our own notifications are signed; of the bench alone. */
const SECRETS = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];

export async function createTables(pool: PostgresPool, schema: string): Promise<void> {
  await pool.query(`
  create schema if not exists ${schema};
  create table if not exists ${schema}.orders (
    id text primary key, guide_id text, trip_date date, trip_days int, guest_count int, contact_name text,
    contact_phone text, status text not null, created_at timestamptz default now(),
    updated_at timestamptz default now());
  create table if not exists ${schema}.order_event (
    order_id text references ${schema}.orders, sequence int, status text not null,
    occurred_at timestamptz default now(), primary key (order_id, sequence))`);
}

/** The order and its first event. @param text takes the order's id and what was booked. */
export async function create(
  pool: PostgresPool,
  text: string,
  orderId: string,
  order: Booking,
): Promise<void> {
  const { guideId, tripDate, tripDays, guestCount, contactName, contactPhone } = order;
  const values = [orderId, guideId, tripDate, tripDays, guestCount, contactName, contactPhone];
  await pool.query({ name: 'create', text, values });
}

/** Sends to RECEIVER; nothing where there is none. The returned call @throws unless it is acknowledged. */
export function createSender(address: string | undefined): (id: string, body: string) => Promise<void> {
  if (address === undefined) return async () => {};
  const { origin, pathname } = new URL(address);
  const callbacks = new HttpPool(origin, { connections: CONNECTIONS });
  return async (id, body) => {
    const headers = signedHeaders({ id, body, sentAt: new Date(), secrets: SECRETS });
    const answer = await callbacks.request({ method: 'POST', path: pathname, headers, body });
    const { code } = (await answer.body.json()) as { code: number };
    if (code !== 200) throw new Error('not acknowledged');
  };
}
