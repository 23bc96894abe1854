import type { OrderState } from '../../domain/order-state.ts';
import type { Random } from '../support/random.ts';
import type { Answer } from './client.ts';
import type { Outcome } from './journal.ts';
import { requestOf } from './mix.ts';
import { offeredTrip } from './offers.ts';
import { orderIn } from './order-seen.ts';
import type { TrafficOptions } from './traffic.ts';

/** Few guides and days, so that bookings collide. */
const FIRST_DAY = 30;
const DAYS = 400;
const DAY_MS = 86_400_000;
/** Several parties share its departures (db/seed/guides.ts). */
const SHARED_GUIDE = 'G9000008';
const SHARED_DAYS = 40;
/** Tries before a client gives up; it then never learns what happened. */
export const PATIENCE = [1, 3, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];

export const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

/** One of the guides, on a day that the dice choose; now and then a departure that others have a part of, or the run's own offers. */
export function tripOf({ guides, offers }: Pick<TrafficOptions, 'guides' | 'offers'>, random: Random) {
  if (offers && random.chance(0.35)) return offeredTrip(offers, random);
  if (random.chance(0.2)) return departureOf(random);
  return {
    guideId: random.pick(guides),
    tripDate: dayIn(FIRST_DAY + random.between(0, DAYS)),
    tripDays: random.between(1, 3),
    guestCount: 2,
  };
}

function departureOf(random: Random) {
  return {
    ...{ guideId: SHARED_GUIDE, tripKindId: 'together', startTime: random.pick(['10:00', '14:00']) },
    tripDate: dayIn(FIRST_DAY + random.between(0, SHARED_DAYS)),
    guestCount: random.between(1, 3),
  };
}

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Books one of the guides, on a day that the dice choose. */
export async function book(options: TrafficOptions, random: Random, reference: string) {
  const { agencies, journal } = options;
  const agency = random.pick(agencies);
  const body = { ...tripOf(options, random), ...CONTACT, clientReference: reference };
  const key = `create-${reference}`;
  const request = { ...requestOf('createOrder'), body, key };
  const outcome = outcomeOf(await agency.client.send(request, random.pick(PATIENCE)));
  journal.creates.push({ agency: agency.key, key, reference, outcome });
  return { agency, outcome };
}

/** What an answer means to whoever asked. */
export function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined) return { kind: 'unanswered' };
  if (answer.code !== 200) return { kind: 'refused', code: answer.code };
  const { orderId, status } = answer.data as { orderId: string; status: OrderState };
  const seen = orderIn(answer);
  return { kind: 'acknowledged', orderId, status, ...(seen && { seen }) };
}
