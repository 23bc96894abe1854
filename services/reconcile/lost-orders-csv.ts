import type { Readable } from 'node:stream';
import { type CsvRow, csvOf } from '../lists/csv.ts';
import type { LateDelivery } from './lost-notifications.ts';
import type { LostOrder } from './lost-orders.ts';

/** Ids, states and fixed words: who travels, and what anybody wrote, is not in Temporal. */
const COLUMNS = [
  'merchant',
  'party',
  'order',
  'status',
  'workflow',
  'takenAt',
  'endedAt',
  'guide',
  'tripDate',
  'events',
  'deliveredLater',
  'waiting',
] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** An endpoint's owner, where neither the database nor Temporal says whose it is. */
const UNKNOWN = 'unknown';

/**
 * One row for each order and merchant that had to do with it, a merchant's rows together: a row has nothing of what the other merchant was
 * notified of, so that each can be sent its own.
 */
export function lostOrderRows(orders: readonly LostOrder[]): Row[] {
  const rows = orders.flatMap((order) => partiesOf(order).map((merchant) => rowOf(order, merchant)));
  return rows.toSorted(
    (a, b) => compare(a.merchant, b.merchant) || compare(a.takenAt, b.takenAt) || compare(a.order, b.order),
  );
}

/** The same rows as CSV. */
export function lostOrdersCsv(rows: readonly Row[]): Readable {
  return csvOf(COLUMNS, each(rows));
}

async function* each(rows: readonly Row[]): AsyncGenerator<CsvRow> {
  yield* rows;
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

function partiesOf({ merchantKey = UNKNOWN, studioKey, deliveries }: LostOrder): string[] {
  const owners = deliveries.map((one) => one.merchantKey ?? UNKNOWN);
  return [...new Set([merchantKey, ...(studioKey === undefined ? [] : [studioKey]), ...owners])];
}

function rowOf(order: LostOrder, merchant: string): Row {
  const {
    id,
    status = '',
    workflow,
    takenAt,
    endedAt,
    guideId = '',
    tripDate = '',
    events,
    deliveries,
  } = order;
  const ours = deliveries.filter((one) => (one.merchantKey ?? UNKNOWN) === merchant);
  return {
    merchant,
    party: partyOf(order, merchant),
    order: id,
    status,
    workflow,
    takenAt: takenAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? '',
    guide: guideId,
    tripDate,
    events: events.join('; '),
    deliveredLater: ours.flatMap(laterOf).join('; '),
    waiting: ours
      .filter(({ isWaiting }) => isWaiting)
      .map(({ endpointId }) => endpointId)
      .join('; '),
  };
}

function partyOf({ merchantKey, studioKey }: LostOrder, merchant: string): string {
  if (merchant === merchantKey) return 'agency';
  return merchant === studioKey ? 'studio' : UNKNOWN;
}

const laterOf = ({ endpointId, resolved }: LateDelivery) => resolved.map((one) => `${endpointId} ${one}`);
