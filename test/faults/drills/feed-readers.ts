import pg from 'pg';
import { createJournal } from '../journal.ts';
import type { Ground } from './drill.ts';

const PAGE = 200;

/** What a merchant's reader of the pull feed has: where it is. */
type Cursors = ReadonlyMap<string, string | null>;

/** Every agency reads its feed to the end. @returns their cursors, by merchant key. */
export async function readFeed(ground: Ground): Promise<Cursors> {
  return new Map((await readOn(ground, new Map())).map(({ key, cursor }) => [key, cursor]));
}

/** Readers go on. @returns events of these orders, in their feeds by the database, that none of them came to see. */
export async function missedByReaders(
  ground: Ground,
  cursors: Cursors,
  orders: ReadonlySet<string>,
): Promise<string[]> {
  const readers = await readOn(ground, cursors);
  const notified = new Set(readers.flatMap(({ seen }) => seen));
  const keys = readers.map(({ key }) => key);
  const client = new pg.Client({ connectionString: ground.platform().info.database });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; order_id: string }>(
      'select id, order_id from notification where in_feed and merchant_key = any($1) and order_id is not null',
      [keys],
    );
    const due = rows.filter(({ order_id: order }) => orders.has(order));
    return due.length === 0
      ? ['there was nothing to read']
      : due.map(({ id }) => id).filter((id) => !notified.has(id));
  } finally {
    await client.end();
  }
}

async function readOn(ground: Ground, cursors: Cursors) {
  const { agencies } = await ground.connect(createJournal(), new AbortController().signal);
  return await Promise.all(
    agencies.map(async ({ key, client }) => {
      const seen: string[] = [];
      let cursor = cursors.get(key) ?? null;
      for (let hasMore = true; hasMore; ) {
        const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const answer = await client.send({ method: 'GET', path: `/open/v1/event/list?size=${PAGE}${after}` });
        if (answer?.code !== 200) throw new Error(`a reader of ${key} was answered ${answer?.code}`);
        const page = answer.data as {
          list: { notificationId: string }[];
          nextCursor: string | null;
          hasMore: boolean;
        };
        seen.push(...page.list.map(({ notificationId }) => notificationId));
        cursor = page.nextCursor;
        hasMore = page.hasMore;
      }
      return { key, cursor, seen };
    }),
  );
}
