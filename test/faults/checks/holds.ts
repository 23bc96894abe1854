import type { Books } from '../facts.ts';
import type { HoldIntent, Journal } from '../journal.ts';
import { type Violation, violations } from './violation.ts';

/** Clocks of the processes differ by less. */
const TOLERANCE_MS = 1_000;

/** What clients know of their holds is so; each ends in one way, in its time; guides' time is nobody's twice. */
export function checkHolds(journal: Journal, books: Books): Violation[] {
  const { holds, reservations } = books;
  const left = [...holds.values()].filter(({ status }) => status === 'held').map(({ id }) => id);
  const early = [...holds.values()].filter(
    ({ status, expires_at, updated_at }) =>
      status === 'expired' && updated_at.getTime() + TOLERANCE_MS < expires_at.getTime(),
  );
  return [
    ...reservations.flatMap(({ rule, evidence }) => violations(rule, [evidence])),
    ...violations('an acknowledged hold exists once, as it was answered', lostHolds(journal, books)),
    ...violations('a hold is made once at most, and not where it was refused', surplusHolds(journal, books)),
    ...violations('what was answered of a hold came about', brokenPromises(journal, books)),
    ...violations(
      'no hold ends before its time',
      early.map(({ id }) => id),
    ),
    ...violations('no hold stays held past its time', left),
  ];
}

function lostHolds({ holds: intents }: Journal, { holds, holdKeys }: Books): string[] {
  return intents.flatMap(({ agency, key, outcome }) => {
    if (outcome.kind !== 'acknowledged') return [];
    const isThere = holds.get(outcome.holdId)?.merchant_key === agency;
    const kept = holdKeys.get(`${agency} ${key}`);
    return isThere && kept === outcome.holdId ? [] : [`${outcome.holdId} (its key has ${kept})`];
  });
}

function surplusHolds({ holds: intents }: Journal, { holds, holdKeys }: Books): string[] {
  const refused = intents.filter(({ outcome }) => outcome.kind === 'refused');
  const kept = new Set(holdKeys.values());
  return [
    ...refused
      .filter(({ agency, key }) => holdKeys.has(`${agency} ${key}`))
      .map(({ key }) => `${key} was refused`),
    ...[...holds.values()]
      .filter((hold) => hold.waitlist_entry_id === null && !kept.has(hold.id))
      .map(({ id }) => id),
  ];
}

function brokenPromises({ holds: intents }: Journal, { holds }: Books): string[] {
  return intents.flatMap((intent) => {
    const { outcome } = intent;
    const hold = outcome.kind === 'acknowledged' ? holds.get(outcome.holdId) : undefined;
    if (hold === undefined) return [];
    const { id, status, order_id: orderId } = hold;
    const until = promisedUntil(intent);
    const { booked, released } = intent;
    const isBooked = booked?.kind === 'acknowledged';
    return [
      ...(hold.expires_at.getTime() < until
        ? [`${id}: it was to last until ${new Date(until).toISOString()}`]
        : []),
      ...(isBooked && (status !== 'booked' || orderId !== booked.orderId)
        ? [`${id}: booked as ${booked.orderId}; it is ${status}, ${orderId}`]
        : []),
      ...(booked?.kind === 'refused' && status === 'booked' ? [`${id}: its booking was refused`] : []),
      ...(released?.kind === 'acknowledged' && status !== 'released'
        ? [`${id}: released; it is ${status}`]
        : []),
    ];
  });
}

/** The latest end that its client was answered. */
function promisedUntil({ outcome, extended }: HoldIntent): number {
  const notified = [outcome, ...extended].flatMap((one) =>
    one.kind === 'acknowledged' ? [one.expiresAt.getTime()] : [],
  );
  return Math.max(...notified);
}
