import type { Random } from '../support/random.ts';
import type { Answer } from './client.ts';
import { CONTACT, outcomeOf, PATIENCE, tripOf } from './intents.ts';
import type { HoldIntent, Outcome } from './journal.ts';
import { requestOf } from './mix.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

/** The shortest that there is: whatever is left behind ends soon. */
const HOLD_SECONDS = 60;

/** What a client does with its hold, before it books it or does not. */
const ENDS = ['book', 'book', 'book', 'book', 'release', 'leave'] as const;

/** Holds one of the guides, and mostly books it from the hold. @returns the order's outcome, or why there is none. */
export async function bookByHold(
  options: TrafficOptions,
  random: Random,
  reference: string,
): Promise<{ agency: Agency; outcome: Outcome }> {
  const { agencies, journal } = options;
  const agency = random.pick(agencies);
  const none = { agency, outcome: { kind: 'unanswered' } as const };
  const ask = (request: ReturnType<typeof requestOf>, key: string, body: object) =>
    agency.client.send({ ...request, key, body }, random.pick(PATIENCE));

  const key = `hold-${reference}`;
  const held = await ask(requestOf('holdGuide'), key, {
    ...tripOf(options, random),
    holdSeconds: HOLD_SECONDS,
  });
  const intent: HoldIntent = { agency: agency.key, key, outcome: holdIn(held), extended: [] };
  journal.holds.push(intent);
  if (intent.outcome.kind !== 'acknowledged') return none;
  const { holdId } = intent.outcome;

  while (random.chance(0.3)) {
    const number = intent.extended.length;
    const answer = await ask(requestOf('extendHold', holdId), `extend-${number}-${reference}`, {
      holdSeconds: HOLD_SECONDS,
    });
    intent.extended.push(holdIn(answer));
  }
  if (random.chance(0.3)) {
    const { guestCount = 2 } = (held?.data ?? {}) as { guestCount?: number };
    await ask(requestOf('changeHold', holdId), `change-${reference}`, { guestCount: (guestCount % 3) + 1 });
  }
  const end = random.pick(ENDS);
  if (end === 'leave') return none;
  if (end === 'release') {
    intent.released = holdIn(await ask(requestOf('releaseHold', holdId), `release-${reference}`, {}));
    return none;
  }
  const createKey = `create-${reference}`;
  const body = { ...CONTACT, holdId, clientReference: reference };
  const outcome = outcomeOf(await ask(requestOf('createOrder'), createKey, body));
  journal.creates.push({ agency: agency.key, key: createKey, reference, outcome });
  intent.booked = outcome;
  return { agency, outcome };
}

/** Books a hold that some agency has by its turn on a waitlist. @returns the order's outcome, or why there is none. */
export async function bookTurn(
  { agencies, journal }: TrafficOptions,
  random: Random,
  reference: string,
): Promise<{ agency: Agency; outcome: Outcome }> {
  const agency = random.pick(agencies);
  const path = '/open/v1/order/hold/list?status=held&size=100';
  const answer = await agency.client.send({ method: 'GET', path }, 1);
  const held = (answer?.code === 200 ? answer.data.list : []) as { holdId: string; entryId?: string }[];
  const turns = held.filter(({ entryId }) => entryId !== undefined);
  if (turns.length === 0) return { agency, outcome: { kind: 'unanswered' } };
  const { holdId } = random.pick(turns);
  const key = `create-${reference}`;
  const body = { ...CONTACT, holdId, clientReference: reference };
  const request = { ...requestOf('createOrder'), key, body };
  const outcome = outcomeOf(await agency.client.send(request, random.pick(PATIENCE)));
  journal.creates.push({ agency: agency.key, key, reference, outcome, turn: holdId });
  return { agency, outcome };
}

/** What an answer says of a hold. */
export function holdIn(answer: Answer | undefined): HoldIntent['outcome'] {
  if (answer === undefined) return { kind: 'unanswered' };
  if (answer.code !== 200) return { kind: 'refused', code: answer.code };
  const { holdId, expiresAt } = answer.data as { holdId: string; expiresAt: string };
  return { kind: 'acknowledged', holdId, expiresAt: new Date(expiresAt) };
}
