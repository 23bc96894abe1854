import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderState } from '../../domain/order-state.ts';
import type { Answer, PatientClient } from './client.ts';
import type { Journal, MoveName, Outcome } from './journal.ts';
import type { Random } from './random.ts';

export interface Agency {
  readonly key: string;
  readonly client: PatientClient;
}

export interface TrafficOptions {
  readonly agencies: readonly Agency[];
  readonly studio: PatientClient;
  readonly guides: readonly string[];
  readonly journal: Journal;
  readonly random: Random;
  /** Names this run's idempotency keys. */
  readonly run: string;
}

/** Few guides and days, so that bookings collide. */
const FIRST_DAY = 30;
const DAYS = 400;
const DAY_MS = 86_400_000;
/** Tries before a client gives up; it then never learns what happened. */
const PATIENCE = [1, 3, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
const THINK_MS = [20, 400] as const;

/** What happens next to an order in a state: several moves at once are a race. */
const PLANS: Partial<Record<OrderState, readonly (readonly MoveName[])[]>> = {
  pending: [
    ...Array.from({ length: 7 }, () => ['confirm'] as const),
    ['reject'],
    ['cancel'],
    ['confirm', 'cancel'],
    ['confirm', 'reject', 'cancel'],
    [],
  ],
  confirmed: [
    ['start'],
    ['start'],
    ['advance'],
    ['advance'],
    ['cancel'],
    ['withdraw'],
    ['start', 'cancel'],
    [],
  ],
  in_progress: [['complete'], ['complete'], ['advance'], ['complete', 'advance'], []],
};

/** Books orders and takes them through their lives until `signal` says that it is enough. */
export async function walk(options: TrafficOptions, name: string, signal: AbortSignal): Promise<void> {
  const random = options.random.fork(name);
  for (let number = 1; !signal.aborted; number++) {
    const created = await book(options, random, `${options.run}-${name}-${number}`);
    let { outcome } = created;
    while (outcome.kind === 'acknowledged') {
      await sleep(random.between(...THINK_MS), undefined, { signal }).catch(() => {});
      const moves = random.pick(PLANS[outcome.status] ?? [[]]);
      if (moves.length === 0) break;
      const { orderId } = outcome;
      const outcomes = await Promise.all(
        moves.map((move) => take(options, random, created.agency, orderId, move)),
      );
      outcome = outcomes.find(({ kind }) => kind === 'acknowledged') ?? outcomes[0] ?? outcome;
    }
  }
}

async function book({ agencies, guides, journal }: TrafficOptions, random: Random, reference: string) {
  const agency = random.pick(agencies);
  const days = FIRST_DAY + random.between(0, DAYS);
  const body = {
    guideId: random.pick(guides),
    tripDate: new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
    tripDays: random.between(1, 3),
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
    clientReference: reference,
  };
  const key = `create-${reference}`;
  const request = { method: 'POST', path: '/open/v1/order/create', body, key } as const;
  const outcome = outcomeOf(await agency.client.send(request, random.pick(PATIENCE)));
  journal.creates.push({ agency: agency.key, key, reference, outcome });
  return { agency, outcome };
}

async function take(
  { studio, journal }: TrafficOptions,
  random: Random,
  agency: Agency,
  orderId: string,
  move: MoveName,
): Promise<Outcome> {
  const byAgency = move === 'cancel' || move === 'advance';
  const endpoint = move === 'withdraw' ? 'cancel' : move;
  const path = `/open/v1${move === 'advance' ? '/sandbox' : ''}/order/${endpoint}/${orderId}`;
  const key = `${move}-${orderId}-${random.between(0, 1_000_000)}`;
  const answer = await (byAgency ? agency.client : studio).send(
    { method: 'POST', path, key },
    random.pick(PATIENCE),
  );
  const outcome = outcomeOf(answer);
  journal.moves.push({ orderId, move, outcome });
  return outcome;
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined) return { kind: 'unanswered' };
  if (answer.code !== 200) return { kind: 'refused', code: answer.code };
  const { orderId, status } = answer.data as { orderId: string; status: OrderState };
  return { kind: 'acknowledged', orderId, status };
}
