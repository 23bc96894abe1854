import { createHash } from 'node:crypto';
import { TRANSITIONS, type Trigger, UNMOVED_REASONS } from '../../../domain/order-state.ts';
import type { Books, EventRow } from '../facts.ts';
import type { Journal, MoveIntent, MoveName, Outcome } from '../journal.ts';
import { goesOn } from '../order-seen.ts';
import { isCalledOff } from './offers.ts';
import { type Violation, violations } from './violation.ts';

const TRIGGERS: Record<MoveName, readonly Trigger[]> = {
  confirm: ['confirm'],
  reject: ['reject'],
  cancel: ['cancel'],
  withdraw: ['withdraw'],
  start: ['start'],
  complete: ['complete'],
  advance: ['expire', 'beginTrip', 'endTrip'],
};

/**
 * Every command is held against the one event that may be its own: written by its actor, for its reason, under its
 * Update id. What was acknowledged has one, what was refused has none, and no event is claimed by two or by nobody.
 */
export function checkCommands({ moves }: Journal, { events }: Books): Violation[] {
  const byOrder = Map.groupBy(moves, ({ orderId }) => orderId);
  const orders = [...byOrder].map(([orderId, intents]) => ({ intents, events: events.get(orderId) ?? [] }));
  const each = (judge: (intents: readonly MoveIntent[], events: readonly EventRow[]) => string[]) =>
    orders.flatMap(({ intents, events }) => judge(intents, events));
  return [
    ...violations('a command that was answered 200 has its own event', each(unfounded)),
    ...violations('a command that was refused has none', each(refusedAndDone)),
    ...violations('an event is what one command asked for, and no other', each(claimedTwice)),
    ...violations('no event without a command', unasked(byOrder, events)),
    ...violations('an advance takes one step at most', each(advancedTooFar)),
    ...violations('a repeat under the same key has the same answer', moves.flatMap(contradicted)),
  ];
}

/** How it ended, after the last repeat that was answered. */
function finalOf({ outcome, repeats }: MoveIntent): Outcome {
  return repeats.findLast(({ kind }) => kind !== 'unanswered') ?? outcome;
}

function isAcknowledged(intent: MoveIntent): boolean {
  return [intent.outcome, ...intent.repeats].some(({ kind }) => kind === 'acknowledged');
}

function unfounded(intents: readonly MoveIntent[], events: readonly EventRow[]): string[] {
  return intents.filter(isAcknowledged).flatMap((intent) => {
    const own = ownEvents(intent, events);
    const answers = [intent.outcome, ...intent.repeats];
    const isShown = answers.every(
      (answer) =>
        answer.kind !== 'acknowledged' ||
        answer.seen?.history.some(({ sequence, reason }) =>
          own.some((event) => event.sequence === sequence && event.reason === reason),
        ),
    );
    return own.length > 0 && isShown ? [] : [`${nameOf(intent)}; its events: ${listOf(events)}`];
  });
}

function refusedAndDone(intents: readonly MoveIntent[], events: readonly EventRow[]): string[] {
  const refused = intents.filter((intent) => finalOf(intent).kind === 'refused' && !isAcknowledged(intent));
  return refused.flatMap((intent) => {
    const own = ownEvents(intent, events).filter((event) => event.update_id !== null);
    return own.length === 0 ? [] : [`${nameOf(intent)}; its events: ${listOf(events)}`];
  });
}

function claimedTwice(intents: readonly MoveIntent[], events: readonly EventRow[]): string[] {
  const claims = intents
    .filter((intent) => intent.move !== 'advance' && isAcknowledged(intent))
    .flatMap((intent) => ownEvents(intent, events).map((event) => ({ intent, event })));
  return [...Map.groupBy(claims, ({ event }) => event.sequence)]
    .filter(([, claimed]) => claimed.length > 1)
    .map(([, claimed]) => claimed.map(({ intent }) => nameOf(intent)).join(' and '));
}

/** Events of nobody's command: moved twice, or by whom nobody asked. */
function unasked(byOrder: ReadonlyMap<string, MoveIntent[]>, events: Books['events']): string[] {
  return [...events].flatMap(([orderId, path]) => {
    const intents = byOrder.get(orderId) ?? [];
    const orphans = path.filter(
      (event) =>
        !['created', 'instant', ...UNMOVED_REASONS].includes(event.reason) &&
        !isCalledOff(event) &&
        !intents.some((intent) => ownEvents(intent, [event]).length > 0),
    );
    return orphans.map((event) => `${orderId}: ${listOf([event])}`);
  });
}

/** Trips are weeks away and deadlines hours: every step of the clock was asked for. */
function advancedTooFar(intents: readonly MoveIntent[], events: readonly EventRow[]): string[] {
  const advances = intents.filter(({ move }) => move === 'advance');
  // A change that a studio's or an agency's move ends is theirs.
  const isStep = ({ reason, actor_kind }: EventRow) =>
    reason !== 'change_expired' || actor_kind === 'platform';
  const steps = events.filter((event) => reasonsOf('advance').includes(event.reason) && isStep(event));
  const done = advances.filter(isAcknowledged).length;
  const maybe = advances.filter(
    (intent) => isAcknowledged(intent) || finalOf(intent).kind === 'unanswered',
  ).length;
  const isRight = done <= steps.length && steps.length <= maybe;
  return isRight
    ? []
    : [`${advances.map(nameOf).join(', ') || events[0]?.order_id}; its events: ${listOf(events)}`];
}

/** Once answered that it was done, a client never gets another answer, and never of less. */
function contradicted(intent: MoveIntent): string[] {
  const answers = [intent.outcome, ...intent.repeats].filter(({ kind }) => kind !== 'unanswered');
  return answers.flatMap((later, index) => {
    const earlier = answers[index - 1];
    if (earlier?.kind !== 'acknowledged') return [];
    const isSame =
      later.kind === 'acknowledged' && earlier.seen && later.seen && goesOn(earlier.seen, later.seen);
    return isSame ? [] : [`${nameOf(intent)}, then ${answerOf(later)}`];
  });
}

/** Of the clock's moves only the kind can be known where no Update id is written. */
function ownEvents(intent: MoveIntent, events: readonly EventRow[]): EventRow[] {
  const [kind, by] = actorOf(intent);
  return events.filter(
    (event) =>
      event.actor_kind === kind &&
      event.actor_key === by &&
      reasonsOf(intent.move).includes(event.reason) &&
      (event.update_id === null ? kind === 'platform' : event.update_id === updateIdOf(intent)),
  );
}

function actorOf({ move, merchant }: MoveIntent): [string, string | null] {
  if (move === 'advance') return ['platform', null];
  return [move === 'cancel' ? 'merchant' : 'studio', merchant];
}

/** As the API makes it of a request with an idempotency key. */
function updateIdOf({ merchant, move, key }: MoveIntent): string {
  const action = move === 'withdraw' ? 'cancel' : move;
  return createHash('sha256').update(`${merchant}\n${action}\n${key}`).digest('base64url');
}

function reasonsOf(move: MoveName): readonly string[] {
  // The next step of an order whose change waits may be the end of that.
  const others = move === 'advance' ? ['change_expired'] : [];
  const moves = TRANSITIONS.filter(({ trigger }) => TRIGGERS[move].includes(trigger)).map(
    ({ reason }) => reason,
  );
  return [...moves, ...others];
}

function nameOf(intent: MoveIntent): string {
  const { orderId, move, arrived, outcome, repeats } = intent;
  const later = repeats.length > 0 ? `, repeated: ${repeats.map(answerOf).join(' ')}` : '';
  return `${orderId}: ${move}, answered ${arrived.join(' ')}: ${answerOf(outcome)}${later}`;
}

function answerOf(outcome: Outcome): string {
  if (outcome.kind === 'acknowledged') return outcome.status;
  return outcome.kind === 'refused' ? `${outcome.code}` : 'nothing';
}

function listOf(events: readonly EventRow[]): string {
  return events.map(({ sequence, reason, actor_kind: by }) => `${sequence} ${reason} (${by})`).join(', ');
}
