import type { MikroORM } from '@mikro-orm/postgresql';
import type { EventList, EventListQuery } from '../../contract/schemas/events.ts';
import {
  FEED_START,
  type FeedPage,
  type FeedPosition,
  FeedPositionTooOld,
  feedEnd,
  feedSince,
  feedStart,
  readFeed,
} from '../../db/queries/notifications/event-feed.ts';
import { InvalidParameter, invalidParameter, RateLimited } from '../../domain/errors.ts';
import { typesTakenBy } from '../../domain/event-types.ts';
import { positionOf } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { decodeCursor, encodeCursor } from '../lists/cursor.ts';
import type { FeedReader, FeedWaits } from './feed-waits.ts';

const DEFAULT_SIZE = 100;
/** xid8 is unsigned, of 64 bits. */
const TRANSACTION = /^(?:0|[1-9][0-9]{0,18})$/;
const CURSOR_VERSION = '2';
const CURSOR_PARTS = [/^2$/, TRANSACTION, /^[\x20-\x7e]{0,64}$/, /^(?:0|[1-9][0-9]{0,8})$/];
/** Cursors of earlier versions: transaction, subject, number of the event in its history. They stay valid. */
const FIRST_CURSOR_PARTS = [TRANSACTION, /^(?:ORD|STL)[0-9]{3,24}$/, /^[1-9][0-9]{0,8}$/];
const RETRY_AFTER_SECONDS = 1;
const RETRY_WHEN_FULL_SECONDS = 15;

export interface EventService {
  /**
   * What happened behind the cursor, each event once. With `waitSeconds` it waits until there is something, or
   * `gone` is aborted.
   * @throws InvalidParameter for a foreign cursor or one that is too old, RateLimited where as many requests of the merchant's program
   * (two), or of the person, or of all, wait already as may.
   */
  list(merchant: CallingMerchant, query: EventListQuery, gone?: AbortSignal): Promise<EventList>;
}

interface Ask {
  readonly reader: FeedReader;
  readonly merchantKey: string;
  readonly query: EventListQuery;
}

/** A merchant's events, for those who fetch them (docs/architecture.md, "HTTP"). */
export function createEventService({ orm, waits }: { orm: MikroORM; waits: FeedWaits }): EventService {
  return {
    list: async (merchant, query, gone) => {
      const ask = { reader: readerOf(merchant), merchantKey: merchant.key, query };
      const { waitSeconds = 0 } = query;
      const page = await firstPage(orm, ask);
      if (page.bodies.length > 0 || waitSeconds === 0) return view(page);
      const signals = [AbortSignal.timeout(waitSeconds * 1_000), ...(gone === undefined ? [] : [gone])];
      return view(await readLater(orm, waits, ask, page, AbortSignal.any(signals)));
    },
  };
}

/** The first page with something in it; an empty one at the end of the wait. */
async function readLater(
  orm: MikroORM,
  waits: FeedWaits,
  ask: Ask,
  empty: FeedPage,
  signal: AbortSignal,
): Promise<FeedPage> {
  const wait = waits.enter(ask.reader, ask.merchantKey);
  if (wait === 'stopping') return empty;
  if (wait === 'refused') throw noPlace(RETRY_AFTER_SECONDS, 'as many of your requests wait already as may');
  if (wait === 'full') throw noPlace(RETRY_WHEN_FULL_SECONDS, 'too many wait already: ask without it');
  try {
    let page = empty;
    while (page.bodies.length === 0 && !signal.aborted) {
      if (!page.hasMore && !(await wait.untilNews(page.end, signal))) break;
      page = await read(orm, ask, page.end);
    }
    return page;
  } finally {
    wait.end();
  }
}

function readerOf({ key, via }: CallingMerchant): FeedReader {
  const personId = via?.personId;
  return personId === undefined ? { kind: 'merchant', id: key } : { kind: 'person', id: String(personId) };
}

function noPlace(retryAfterSeconds: number, msg: string): RateLimited {
  return new RateLimited(retryAfterSeconds, {
    details: [{ path: 'query.waitSeconds', reason: 'limit_reached', msg }],
  });
}

/** @throws InvalidParameter */
async function firstPage(orm: MikroORM, ask: Ask): Promise<FeedPage> {
  const { merchantKey, query } = ask;
  const { cursor, from, since } = query;
  const em = orm.em.fork();
  if (from !== undefined && (cursor !== undefined || since !== undefined)) {
    throw invalidParameter('query.from', 'conflicting_parameters', 'not together with `cursor` or `since`');
  }
  if (from !== undefined) return { bodies: [], end: await feedEnd(em), hasMore: false };
  if (cursor !== undefined) return await read(orm, ask, positionAt(cursor));
  const begin = since === undefined ? feedStart(em, merchantKey) : feedSince(em, merchantKey, since);
  return await read(orm, ask, await begin);
}

async function read(orm: MikroORM, { merchantKey, query }: Ask, after: FeedPosition): Promise<FeedPage> {
  const { orderId, since, types, size = DEFAULT_SIZE } = query;
  const filter = { orderId, since, types: types === undefined ? undefined : typesTakenBy(types.split(',')) };
  return await readFeed(orm.em.fork(), merchantKey, after, filter, size).catch((error: unknown) => {
    if (error instanceof FeedPositionTooOld) throw tooOld(error);
    throw error;
  });
}

function tooOld(cause: unknown): InvalidParameter {
  const msg =
    'events behind it were removed since they are old: read without it from the first that there is, or from a time by `since`';
  return new InvalidParameter([{ path: 'query.cursor', reason: 'cursor_too_old', msg }], { cause });
}

function view({ bodies, end, hasMore }: FeedPage): EventList {
  return {
    list: bodies.map((body) => JSON.parse(body) as EventList['list'][number]),
    nextCursor: end === FEED_START ? null : cursorOf(end),
    hasMore,
  };
}

function cursorOf({ transactionId, subjectId, position }: FeedPosition): string {
  return encodeCursor([CURSOR_VERSION, transactionId, subjectId, position]);
}

function positionAt(cursor: string): FeedPosition {
  const parts = decodeCursor(cursor, CURSOR_PARTS, FIRST_CURSOR_PARTS);
  if (parts.length === FIRST_CURSOR_PARTS.length) {
    const [transactionId = '', subjectId = '', sequence] = parts;
    return { transactionId, subjectId, position: positionOf(Number(sequence)) };
  }
  const [, transactionId = '', subjectId = '', position] = parts;
  return { transactionId, subjectId, position: Number(position) };
}
