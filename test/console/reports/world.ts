/** Orders by chance, as rows with their events, and what reports must say of them: counted order by order, without SQL. */
import { Order, OrderEvent } from '../../../db/entities/index.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import type { ActorKind, OrderState, ReasonCode } from '../../../domain/order-state.ts';
import type { TestApp } from '../../support/app.ts';
import type { Random } from '../../support/random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of the platform; its days begin at other hours than those of UTC. */
export const TIME_ZONE = 'America/New_York';

/** By id: the area of its guides, and their studio. */
export const GUIDES = {
  G501: { area: 'Porto', studioKey: 'mk_studio_one', name: '=Ana()' },
  G502: { area: 'Porto', studioKey: 'mk_studio_one', name: 'Bruno' },
  G503: { area: 'Sintra', studioKey: 'mk_studio_one', name: 'Carla' },
  G504: { area: 'Sintra', studioKey: 'mk_studio_two', name: 'Duarte' },
} as const;
type GuideId = keyof typeof GUIDES;
export const AGENCIES = ['mk_agency_one', 'mk_agency_two'] as const;

type Step = readonly [to: OrderState, reason: ReasonCode, by: ActorKind];
const CONFIRM: Step = ['confirmed', 'confirmed_by_studio', 'studio'];
const INSTANT: Step = ['confirmed', 'instant', 'platform'];
const BEGIN: Step = ['in_progress', 'trip_started', 'platform'];
const PATHS: readonly (readonly Step[])[] = [
  [],
  [CONFIRM],
  [CONFIRM, BEGIN],
  [CONFIRM, BEGIN, ['completed', 'trip_ended', 'platform']],
  [CONFIRM, BEGIN, ['completed', 'completed_by_studio', 'studio']],
  [CONFIRM, BEGIN, ['cancelled', 'cancelled_by_operator', 'operator']],
  [CONFIRM, ['cancelled', 'cancelled_by_merchant', 'merchant']],
  [CONFIRM, ['cancelled', 'withdrawn_by_studio', 'studio']],
  [CONFIRM, ['confirmed', 'changed_by_merchant', 'merchant'], BEGIN],
  [['cancelled', 'rejected_by_studio', 'studio']],
  [['cancelled', 'confirmation_expired', 'platform']],
  [['cancelled', 'cancelled_by_merchant', 'merchant']],
  [['cancelled', 'cancelled_by_operator', 'operator']],
  [INSTANT],
  [INSTANT, BEGIN, ['completed', 'trip_ended', 'platform']],
  [INSTANT, ['cancelled', 'cancelled_by_merchant', 'merchant']],
];

interface MadeEvent {
  readonly from: OrderState | null;
  readonly to: OrderState;
  readonly reason: ReasonCode;
  readonly by: ActorKind;
  readonly at: Date;
}

export interface MadeOrder {
  readonly id: string;
  readonly guideId: GuideId;
  readonly merchantKey: (typeof AGENCIES)[number];
  readonly studioKey: string;
  readonly status: OrderState;
  readonly isInstant: boolean;
  readonly createdAt: Date;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly tripStartAt: Date;
  readonly minor: number;
  readonly currency: 'EUR' | 'JPY';
  readonly events: readonly MadeEvent[];
}

/** An order that was booked some time between two instants, with a path of its life. */
export function makeOrder(random: Random, number: number, [since, until]: readonly [Date, Date]): MadeOrder {
  const guideId = random.pick(Object.keys(GUIDES) as GuideId[]);
  const createdAt = new Date(random.between(since.getTime(), until.getTime()));
  const path = random.pick(PATHS);
  const events: MadeEvent[] = [
    { from: null, to: 'pending', reason: 'created', by: 'merchant', at: createdAt },
  ];
  for (const [to, reason, by] of path) {
    const before = events.at(-1)!;
    const at = new Date(before.at.getTime() + random.between(1, 90 * HOUR_MS));
    events.push({ from: before.to, to, reason, by, at });
  }
  const tripStartAt = new Date(createdAt.getTime() + random.between(1, 70 * DAY_MS));
  return {
    id: `ORD${(10n ** 20n + BigInt(number)).toString()}`,
    guideId,
    merchantKey: random.pick(AGENCIES),
    studioKey: GUIDES[guideId].studioKey,
    status: events.at(-1)!.to,
    isInstant: path[0] === INSTANT,
    createdAt,
    tripDate: tripStartAt.toISOString().slice(0, 10),
    tripDays: random.between(1, 4),
    tripStartAt,
    minor: random.between(0, 90_000),
    currency: random.pick(['EUR', 'EUR', 'JPY']),
    events,
  };
}

export async function insertOrders(api: TestApp, orders: readonly MadeOrder[]): Promise<void> {
  const em = api.unbounded.em.fork();
  const rows = orders.map(({ isInstant, minor, events, ...order }) => ({
    ...order,
    sandbox: true,
    sequence: events.length,
    guestCount: 2,
    contactName: 'Ana',
    contactPhone: '+351912345678',
    totalAmount: minor,
    commissionRate: 1_000,
    cancellationPolicy: CANCELLATION_PRESETS.moderate,
    timeZone: 'Europe/Lisbon',
    confirmBy: order.tripStartAt,
    tripEndAt: new Date(order.tripStartAt.getTime() + order.tripDays * DAY_MS),
    instantConfirmation: isInstant,
    updatedAt: events.at(-1)!.at,
    workflowStartedAt: order.createdAt,
  }));
  await em.insertMany(Order, rows);
  const events = orders.flatMap(({ id, events: all }) =>
    all.map(({ from, to, reason, by, at }, index) => ({
      ...{ orderId: id, sequence: index + 1, fromStatus: from, toStatus: to },
      ...{ reason, actorKind: by, occurredAt: at },
    })),
  );
  await em.insertMany(OrderEvent, events);
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });
/** The platform's day on which it was booked. */
export const bookedOn = ({ createdAt }: MadeOrder): string => dayFormat.format(createdAt);

export function periodOf(order: MadeOrder, step: 'week' | 'month'): string {
  const day = bookedOn(order);
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(day);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

export const endOf = ({ events }: MadeOrder) =>
  events.find(({ from, to }) => to === 'cancelled' && from !== 'cancelled');
export const answerOf = ({ events }: MadeOrder) =>
  events.find(({ from, to }) => from === 'pending' && to !== 'pending');

/** Between the two nearest values, as far as the share says; hours with two decimals. */
export function shareOf(seconds: readonly number[], share: number): number | null {
  if (seconds.length === 0) return null;
  const sorted = seconds.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return Math.round((low + (high - low) * (place - Math.floor(place))) / 36) / 100;
}
