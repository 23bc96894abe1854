import type { MikroORM } from '@mikro-orm/postgresql';
import { Pool } from 'undici';
import { signedHeaders } from '../../../callbacks/signature.ts';

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
  const parties = receivers.map((receiver) => {
    const { origin, pathname } = new URL(receiver);
    return { pool: new Pool(origin, { connections: 32 }), pathname };
  });
  const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];
  return {
    notify: async (orderId, status, party) => {
      const { pool, pathname } = parties[party]!;
      const body = JSON.stringify({ orderId, sequence: 1, status });
      const headers = signedHeaders({ id: `${orderId}-${status}`, body, sentAt: new Date(), secrets });
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
      const { code } = (await answer.body.json()) as { code: number };
      if (code !== 200) throw new Error('not acknowledged');
    },
  };
}
