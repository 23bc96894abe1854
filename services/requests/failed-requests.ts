import type { MikroORM } from '@mikro-orm/postgresql';
import {
  findRequests,
  type ListedRequest,
  type RequestFilter,
} from '../../db/queries/platform/request-log.ts';
import { decodeCursor, encodeCursor } from '../lists/cursor.ts';

const DEFAULT_SIZE = 50;
const CURSOR_PARTS = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, /^[1-9]\d{0,18}$/];

export interface RequestQuery extends Pick<RequestFilter, 'operation' | 'code' | 'requestId' | 'since'> {
  readonly size?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A merchant's failed requests of the last week, newest first; those of the last second may not be written yet. */
export function createFailedRequests({ orm }: { readonly orm: MikroORM }) {
  return {
    /** @throws InvalidParameter for a cursor of another list. */
    list: async (merchantKey: string, { size = DEFAULT_SIZE, cursor, ...filter }: RequestQuery) => {
      const after = cursor === undefined ? undefined : positionOf(cursor);
      const rows = await findRequests(orm.em.fork(), { merchantKey, ...filter, after }, size + 1);
      const list = rows.slice(0, size);
      const last = rows.length > size ? list.at(-1) : undefined;
      return { list, nextCursor: last === undefined ? null : cursorOf(last) };
    },
  };
}

const cursorOf = ({ occurredAt, id }: ListedRequest) => encodeCursor([occurredAt, id]);

function positionOf(cursor: string) {
  const [occurredAt, id] = decodeCursor(cursor, CURSOR_PARTS);
  return { occurredAt: occurredAt!, id: id! };
}
