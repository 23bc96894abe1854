/**
 * The least that taking in an order can cost on this stack: Fastify, MikroORM, one row per POST, no token, no rules.
 * As far as it goes it is set up like our API: the same pool, the same body, a log that says nothing.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import Fastify from 'fastify';
import type { Booking } from '../support/guidepost.ts';

const SCHEMA = 'bare';

const BareOrder = defineEntity({
  name: 'BareOrder',
  tableName: 'bare_order',
  schema: SCHEMA,
  properties: {
    id: p.bigint().primary(),
    guideId: p.string(),
    tripDate: p.date(),
    tripDays: p.integer(),
    guestCount: p.integer(),
    contactName: p.string(),
    contactPhone: p.string(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

const { DATABASE_URL, DATABASE_POOL_MAX, PORT } = process.env;
const orm = new MikroORM({
  clientUrl: DATABASE_URL ?? '',
  entities: [BareOrder],
  forceUtcTimezone: true,
  pool: { min: 0, max: Number(DATABASE_POOL_MAX ?? 16) },
});
await orm.em.execute(`
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.bare_order (
    id bigint generated always as identity primary key, guide_id text, trip_date date, trip_days int,
    guest_count int, contact_name text, contact_phone text, created_at timestamptz default now())`);

const app = Fastify();
app.get('/readyz', async () => 'ready');
// em.insert: the faster of MikroORM's two ways to write one row; a unit of work makes a transaction of it.
app.post<{ Body: Booking }>('/orders', async ({ body }) => ({
  id: await orm.em.fork().insert(BareOrder, body),
}));
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
