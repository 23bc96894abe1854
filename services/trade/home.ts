import type { EntityManager } from '@mikro-orm/postgresql';
import type { SettlementSummary } from '../../contract/schemas/settlements.ts';
import {
  countTripsByDay,
  type DayCount,
  type FirstSteps,
  findEndpointTrouble,
  findFirstSteps,
  findTripsNow,
  findUnread,
  type TroubleRow,
} from '../../db/queries/console/trade-home.ts';
import { findPendingSum, findTripFacts, type TripFactsRow } from '../../db/queries/console/trade-orders.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays } from '../../domain/trip.ts';
import type { MeetingPoint } from '../../domain/trip-details.ts';
import type { SettlementService } from '../settlements/index.ts';
import { type OrderCard, readCards, sideOf } from './cards.ts';
import { readWaitingChanges } from './inbox.ts';

const MOST_TRIPS = 50;
const MOST_UNREAD = 10;
const PICTURE_DAYS = 14;
/** Messages about trips that are over for longer are found in their orders. */
const UNREAD_DAYS = 30;

export interface Home {
  /** The merchant's time: a sandbox clock may be ahead. */
  readonly now: string;
  /** Orders that wait for their studio's word. */
  readonly pending: { readonly count: number; readonly first: string | null };
  readonly changes: { readonly count: number; readonly first: string | null };
  readonly unread: { readonly order: OrderCard; readonly count: number; readonly since: string }[];
  /** Statements that are to be paid or are disputed, the newest first. */
  readonly statements: SettlementSummary[];
  readonly endpoints: Trouble[];
  /** Live orders with a trip today or tomorrow where the guide is. */
  readonly trips: TripCard[];
  /** Trips that begin in the coming two weeks, by day and state. */
  readonly days: DayCount[];
  readonly steps: FirstSteps;
}

/** A trip with what whoever leads it wants to know on the way. */
interface TripCard extends OrderCard {
  readonly meetingPoint: MeetingPoint | null;
  /** Null for a studio that has not confirmed the order. */
  readonly contact: Pick<TripFactsRow, 'contactName' | 'contactPhone' | 'remark'> | null;
}

interface Trouble {
  readonly endpointId: string;
  /** Only the host of its address, the rest of which may be a secret. */
  readonly host: string;
  readonly state: 'failing' | 'paused';
  readonly since: string;
  /** Notifications that wait for it; counted to a thousand. */
  readonly waiting: number;
}

export interface HomeDeps {
  readonly now: Date;
  /** Without it, no statements are shown. */
  readonly settlements?: Pick<SettlementService, 'list'> | undefined;
}

/** What needs a merchant now, and what is going on today. */
export async function readHome(
  em: EntityManager,
  merchant: CallingMerchant,
  { now, settlements }: HomeDeps,
): Promise<Home> {
  const side = sideOf(merchant);
  const at = timeFor(merchant, now);
  const today = at.toISOString().slice(0, 10);
  const changes = await readWaitingChanges(em, merchant, now);
  const unread = await findUnread(em, side, addDays(today, -UNREAD_DAYS), MOST_UNREAD);
  const trips = await findTripsNow(em, side, at, MOST_TRIPS);
  const cards = await readCards(em, merchant, [
    ...new Set([...unread.map(({ orderId }) => orderId), ...trips]),
  ]);
  const cardOf = (id: string) => cards.filter(({ orderId }) => orderId === id);
  return {
    now: at.toISOString(),
    pending: await findPendingSum(em, side),
    changes: { count: changes.length, first: changes[0]?.change.answerBy ?? null },
    unread: unread.flatMap(({ orderId, count, since }) =>
      cardOf(orderId).map((order) => ({ order, count, since: since.toISOString() })),
    ),
    statements: await readStatements(merchant, settlements),
    endpoints: (await findEndpointTrouble(em, merchant.key)).map(viewTrouble),
    trips: await withFacts(em, merchant, trips.flatMap(cardOf)),
    days: await countTripsByDay(em, side, today, addDays(today, PICTURE_DAYS - 1)),
    steps: await findFirstSteps(em, side),
  };
}

/** A studio sees whom to call once it has confirmed, as in order/detail; live orders that are not pending were confirmed. */
async function withFacts(
  em: EntityManager,
  { kind }: CallingMerchant,
  cards: readonly OrderCard[],
): Promise<TripCard[]> {
  const facts = await findTripFacts(
    em,
    cards.map(({ orderId }) => orderId),
  );
  return cards.flatMap((card) =>
    facts
      .filter(({ orderId }) => orderId === card.orderId)
      .map(({ orderId: _, meetingPoint, ...contact }) => ({
        ...{ ...card, meetingPoint },
        contact: kind === 'studio' && card.status === 'pending' ? null : contact,
      })),
  );
}

async function readStatements(
  merchant: CallingMerchant,
  settlements: HomeDeps['settlements'],
): Promise<SettlementSummary[]> {
  if (!settlements) return [];
  const disputed = await settlements.list(merchant, { status: 'disputed', size: 3 });
  const issued = await settlements.list(merchant, { status: 'issued', size: 3 });
  return [...disputed.list, ...issued.list];
}

function viewTrouble({ endpointId, url, pausedAt, failingSince, waiting }: TroubleRow): Trouble {
  const state = pausedAt ? 'paused' : 'failing';
  const since = (pausedAt ?? failingSince)?.toISOString() ?? '';
  return { endpointId, host: new URL(url).host, state, since, waiting };
}
