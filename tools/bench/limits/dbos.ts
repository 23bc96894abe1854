/**
 * An order on DBOS Transact, beside ours as a peer: a workflow of four writes, a message for the confirmation, two
 * timers and four signed notifications. API and workflows are one process, as DBOS is made for; its own tables and
 * the orders are in the same PostgreSQL as ours, each behind a pool of the same size.
 *
 * Without RECEIVER nothing is sent and an order ends once it is written: that is its intake.
 */
import { DBOS } from '@dbos-inc/dbos-sdk';
import Fastify from 'fastify';
import { Pool as PostgresPool } from 'pg';
import type { Booking } from '../support/guidepost.ts';
import { create, createSender, createTables, TIMER_MS } from './peer-orders.ts';

const CONFIRMATION = 'confirmation';
const CONFIRM_WITHIN_SECONDS = 3_600;

type Status = 'pending' | 'confirmed' | 'in_progress' | 'completed';

const { DATABASE_URL = '', DATABASE_POOL_MAX = '16', PEER_SCHEMA = 'dbos', PORT, RECEIVER } = process.env;
const pool = new PostgresPool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_MAX) });
const send = createSender(RECEIVER);
await createTables(pool, PEER_SCHEMA);

const CREATE = `
  with new_order as (
    insert into ${PEER_SCHEMA}.orders
      (id, guide_id, trip_date, trip_days, guest_count, contact_name, contact_phone, status)
    values ($1, $2, $3, $4, $5, $6, $7, 'pending') on conflict do nothing returning id)
  insert into ${PEER_SCHEMA}.order_event (order_id, sequence, status) select id, 1, 'pending' from new_order`;

const MOVE = `
  with moved as (
    update ${PEER_SCHEMA}.orders set status = $2, updated_at = now() where id = $1 returning id)
  insert into ${PEER_SCHEMA}.order_event (order_id, sequence, status) select id, $3, $2 from moved
  on conflict do nothing`;

async function life(orderId: string, booking: Booking): Promise<void> {
  await DBOS.runStep(() => create(pool, CREATE, orderId, booking), { name: 'create' });
  if (RECEIVER === undefined) return;
  await notify(orderId, 1, 'pending');
  await DBOS.recv(CONFIRMATION, CONFIRM_WITHIN_SECONDS);
  await move(orderId, 2, 'confirmed');
  await DBOS.sleep(TIMER_MS);
  await move(orderId, 3, 'in_progress');
  await DBOS.sleep(TIMER_MS);
  await move(orderId, 4, 'completed');
}

async function move(orderId: string, sequence: number, status: Status): Promise<void> {
  const write = () => pool.query({ name: 'move', text: MOVE, values: [orderId, status, sequence] });
  await DBOS.runStep(async () => void (await write()), { name: status });
  await notify(orderId, sequence, status);
}

/** Tried again until it is acknowledged, a day at most, like ours. */
async function notify(orderId: string, sequence: number, status: Status): Promise<void> {
  const body = JSON.stringify({ orderId, sequence, status });
  const retries = { retriesAllowed: true, maxAttempts: 100, intervalSeconds: 1, backoffRate: 1.5 };
  await DBOS.runStep(() => send(`${orderId}-${sequence}`, body), { name: `notify ${status}`, ...retries });
}

const lifeWorkflow = DBOS.registerWorkflow(life, { name: 'life' });
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: DATABASE_URL,
  systemDatabaseSchemaName: PEER_SCHEMA,
  systemDatabasePoolSize: Number(DATABASE_POOL_MAX),
  logLevel: 'warn',
});
await DBOS.launch();

const app = Fastify();
app.get('/readyz', async () => 'ready');
app.post<{ Body: Booking & { orderId?: string } }>('/orders', async ({ body }) => {
  const { orderId = crypto.randomUUID(), ...booking } = body;
  await DBOS.startWorkflow(lifeWorkflow, { workflowID: orderId })(orderId, booking);
  return { orderId };
});
app.post<{ Params: { orderId: string } }>('/orders/:orderId/confirm', async ({ params }) => {
  await DBOS.send(params.orderId, 'confirmed', CONFIRMATION);
  return { orderId: params.orderId };
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
