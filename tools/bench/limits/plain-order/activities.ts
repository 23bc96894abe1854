import type { MikroORM } from '@mikro-orm/postgresql';
import { createSender } from '../peer-orders.ts';

export interface PlainActivities {
  write(orderId: string, status: string): Promise<void>;
}

export interface PlainNotifications {
  notify(orderId: string, status: string, party: number): Promise<void>;
}

/** One row for each move. */
export const PLAIN_TABLE = `
  create table if not exists plain_event (
    id bigint generated always as identity primary key,
    order_id text not null,
    status text not null,
    occurred_at timestamptz not null default now(),
    unique (order_id, status)
  )`;

export function createPlainActivities(orm: MikroORM): PlainActivities {
  return {
    write: async (orderId, status) => {
      await orm.em
        .getConnection()
        .execute('insert into plain_event (order_id, status) values (?, ?) on conflict do nothing', [
          orderId,
          status,
        ]);
    },
  };
}

/** A signed POST that has to be acknowledged; nothing is noted down. */
export function createPlainNotifications(receivers: readonly string[]): PlainNotifications {
  const senders = receivers.map(createSender);
  return {
    notify: (orderId, status, party) =>
      senders[party]!(`${orderId}-${status}`, JSON.stringify({ orderId, sequence: 1, status })),
  };
}
