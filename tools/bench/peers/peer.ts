import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Backends } from '../support/backends.ts';
import { orderNumber } from '../support/guidepost.ts';
import { createPoster } from '../support/poster.ts';
import { type BenchProcess, startProcess } from '../support/process.ts';

/** In tools/bench/limits/: the same work, the way that users of each would do it. */
const PROGRAMS = {
  'DBOS Transact': 'dbos.ts',
  'an outbox with graphile-worker': 'outbox.ts',
} as const;
export type PeerName = keyof typeof PROGRAMS;
export const PEERS = Object.keys(PROGRAMS) as PeerName[];

export interface Peer {
  readonly process: BenchProcess;
  /** POST /orders: resolves when the order is durably taken. */
  start(index: number): Promise<void>;
  /** Start, confirm, two timers; resolves when the fourth notification, `completed`, is acknowledged. */
  live(index: number): Promise<void>;
  /** Orders that are written. */
  written(): Promise<number>;
  /** Ends it, and drops all that it wrote. */
  close(): Promise<void>;
}

export interface PeerOptions {
  /** `intake`: an order ends once it is written, nothing is sent. `lives`: all of it. */
  readonly until: 'intake' | 'lives';
}

/**
 * A peer over the PostgreSQL of `backends`, in its own schemas, so that no earlier order is recovered; a separate
 * process, with its receiver in ours. Takes some three seconds.
 */
export async function startPeer(
  name: PeerName,
  { databaseUrl }: Pick<Backends, 'databaseUrl'>,
  { until }: PeerOptions = { until: 'lives' },
): Promise<Peer> {
  const schema = `peer_${randomBytes(4).toString('hex')}`;
  const endings = new Map<string, () => void>();
  const listener = acknowledging(({ orderId, sequence }) => {
    if (sequence === LAST_SEQUENCE) endings.get(orderId)?.();
  });
  const receiver = await startReceiver(listener);
  const process = await startProcess(`tools/bench/limits/${PROGRAMS[name]}`, 'PORT', {
    DATABASE_URL: databaseUrl,
    PEER_SCHEMA: schema,
    // DBOS uses its database driver in a way that the driver will soon refuse.
    NODE_OPTIONS: '--disable-warning=DeprecationWarning',
    ...(until === 'lives' && { RECEIVER: receiver.url }),
  });
  const poster = createPoster(process.url, { connections: 64 });
  const orm = new MikroORM({
    clientUrl: databaseUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  const start = (index: number) =>
    poster.post('/orders', JSON.stringify({ orderId: idOf(index), ...orderNumber(index) }));
  return {
    process,
    start,
    async live(index) {
      const ended = new Promise<void>((resolve) => endings.set(idOf(index), resolve));
      await start(index);
      await poster.post(`/orders/${idOf(index)}/confirm`, '{}');
      await ended;
      endings.delete(idOf(index));
    },
    async written() {
      const [row] = await orm.em.execute<{ count: string }[]>(`select count(*) from ${schema}.orders`);
      return Number(row?.count);
    },
    async close() {
      process.kill();
      await poster.close();
      await receiver.close();
      await orm.em.execute(`drop schema if exists ${schema}, ${schema}_jobs cascade`);
      await orm.close();
    },
  };
}

const LAST_SEQUENCE = 4;

function idOf(index: number): string {
  return `order-${index}`;
}
