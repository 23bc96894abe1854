import type { MikroORM } from '@mikro-orm/postgresql';
import { type FeedPosition, readFeed } from '../../db/queries/event-feed.ts';
import type { EventList, EventListQuery } from '../schemas/events.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const DEFAULT_SIZE = 100;
/** xid8 is unsigned, of 64 bits. */
const CURSOR_PARTS = [/^(?:0|[1-9][0-9]{0,18})$/, /^(?:ORD|STL)[0-9]{3,24}$/, /^[1-9][0-9]{0,8}$/];

export interface EventService {
  /** What happened behind the cursor, each event once. @throws InvalidParameter for a foreign cursor. */
  list(merchantKey: string, query: EventListQuery): Promise<EventList>;
}

/** The events of a merchant's orders for those who fetch them (docs/architecture.md, "HTTP"). */
export function createEventService({ orm }: { orm: MikroORM }): EventService {
  return {
    list: async (merchantKey, { cursor, size = DEFAULT_SIZE }) => {
      const after = cursor === undefined ? undefined : positionOf(cursor);
      const events = await readFeed(orm.em.fork(), merchantKey, after, size + 1);
      const page = events.slice(0, size);
      const last = page.at(-1);
      return {
        list: page.map(({ body }) => JSON.parse(body) as EventList['list'][number]),
        nextCursor: last === undefined ? (cursor ?? null) : cursorOf(last),
        hasMore: events.length > size,
      };
    },
  };
}

function cursorOf({ transactionId, subjectId, sequence }: FeedPosition): string {
  return encodeCursor([transactionId, subjectId, sequence]);
}

function positionOf(cursor: string): FeedPosition {
  const [transactionId = '', subjectId = '', sequence] = decodeCursor(cursor, CURSOR_PARTS);
  return { transactionId, subjectId, sequence: Number(sequence) };
}
