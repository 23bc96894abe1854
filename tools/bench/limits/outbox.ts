/**
 * An order as teams build it themselves, beside ours as a peer: each move is one statement that writes the order, its event
 * and, as jobs of graphile-worker, the notification and the next move. API and jobs are one process; its own tables and
 * the orders are in the same PostgreSQL as ours, each behind a pool of the same size.
 *
 * Without RECEIVER nothing is sent and an order ends once it is written: that is its intake.
 */
import Fastify from 'fastify';
import { Logger, run } from 'graphile-worker';
import { Pool as PostgresPool } from 'pg';
import type { Booking } from '../support/guidepost.ts';
import { CONNECTIONS, create, createSender, createTables, TIMER_MS } from './peer-orders.ts';

/** For jobs that were not due when a job before them ended. */
const POLL_MS = 100;
/** With its exponential back-off: three days. */
const MOST_ATTEMPTS = 25;
const STATES = ['', 'pending', 'confirmed', 'in_progress', 'completed'];
const CONFIRMED = 2;

const { DATABASE_URL = '', DATABASE_POOL_MAX = '16', PEER_SCHEMA = 'outbox', PORT, RECEIVER } = process.env;
const jobs = `${PEER_SCHEMA}_jobs`;
const pool = new PostgresPool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_MAX) });
const send = createSender(RECEIVER);
await createTables(pool, PEER_SCHEMA);

/** The notifications of an order go out one after the other: they share a queue. */
const NOTIFY = `${jobs}.add_job('notify', json_build_object('orderId', order_id, 'sequence', sequence, 'status', status),
  queue_name := order_id, max_attempts := ${MOST_ATTEMPTS})`;
const NEXT_MOVE = `case when sequence in (2, 3) then ${jobs}.add_job('move',
  json_build_object('orderId', order_id, 'sequence', sequence + 1),
  run_at := now() + interval '${TIMER_MS} ms', max_attempts := ${MOST_ATTEMPTS}) end`;

const CREATE = `
  with new_order as (
    insert into ${PEER_SCHEMA}.orders
      (id, guide_id, trip_date, trip_days, guest_count, contact_name, contact_phone, status)
    values ($1, $2, $3, $4, $5, $6, $7, 'pending') on conflict do nothing returning id),
  event as (
    insert into ${PEER_SCHEMA}.order_event (order_id, sequence, status) select id, 1, 'pending' from new_order
    returning order_id, sequence, status)
  select ${NOTIFY} from event`;

/** Once: what was moved before writes no event, and so no jobs. */
const MOVE = `
  with moved as (
    update ${PEER_SCHEMA}.orders set status = $2, updated_at = now() where id = $1 returning id),
  event as (
    insert into ${PEER_SCHEMA}.order_event (order_id, sequence, status) select id, $3, $2 from moved
    on conflict do nothing returning order_id, sequence, status)
  select ${NOTIFY}, ${NEXT_MOVE} from event`;

interface Event {
  readonly orderId: string;
  readonly sequence: number;
}

async function move({ orderId, sequence }: Event): Promise<void> {
  await pool.query({ name: 'move', text: MOVE, values: [orderId, STATES[sequence], sequence] });
}

/** A failure is tried again, by graphile-worker. */
async function notify(event: Event & { readonly status: string }): Promise<void> {
  await send(`${event.orderId}-${event.sequence}`, JSON.stringify(event));
}

await run({
  connectionString: DATABASE_URL,
  maxPoolSize: Number(DATABASE_POOL_MAX),
  schema: jobs,
  concurrency: CONNECTIONS,
  pollInterval: POLL_MS,
  noHandleSignals: true,
  logger: new Logger(() => (level, message) => void (level === 'error' && console.error(message))),
  taskList: { move, notify },
});

const app = Fastify();
app.get('/readyz', async () => 'ready');
app.post<{ Body: Booking & { orderId?: string } }>('/orders', async ({ body }) => {
  const { orderId = crypto.randomUUID(), ...booking } = body;
  await create(pool, CREATE, orderId, booking);
  return { orderId };
});
app.post<{ Params: { orderId: string } }>('/orders/:orderId/confirm', async ({ params }) => {
  await move({ orderId: params.orderId, sequence: CONFIRMED });
  return { orderId: params.orderId };
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
