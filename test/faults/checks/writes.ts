import type { Books } from '../facts.ts';
import type { Journal } from '../journal.ts';
import type { WriteIntent } from '../writing.ts';
import { type Violation, violations } from './violation.ts';

/** What leaves its own words behind. */
const WORDED: readonly string[] = ['refundOrder', 'sendMessage', 'disputeSettlementLine'];

/** Every write that was acknowledged is in the books, once, and none that was refused; nothing is there that nobody wrote. */
export function checkWrites({ writes }: Journal, { written }: Books): Violation[] {
  const worded = writes.filter(({ operationId }) => WORDED.includes(operationId));
  const counts = new Map(
    worded.map((one) => [one, written.words.filter((word) => word === one.reference).length]),
  );
  const wrong = worded.filter((one) => !fits(one, counts.get(one) ?? 0));
  const deleted = writes.filter((one) => one.operationId === 'deleteWaitlistEntry');
  const given = writes.flatMap((one) => (one.operationId === 'createWaitlistEntry' ? idsOf(one) : []));
  const kept = given.filter((id) => !deleted.some(({ subject }) => subject === id));
  const gone = deleted.filter(isAcknowledged).flatMap(({ subject = '' }) => subject);
  return [
    ...violations(
      'a write that was acknowledged is there once, and one that was refused is not',
      wrong.map((one) => `${nameOf(one)}; there: ${counts.get(one)}`),
    ),
    ...violations('a repeat of a write has the same answer', writes.filter(contradicts).map(nameOf)),
    ...violations(
      'whoever waits for a guide is kept',
      kept.filter((id) => !written.waiting.has(id)),
    ),
    ...violations(
      'whoever waits no longer is not',
      gone.filter((id) => written.waiting.has(id)),
    ),
    ...violations('an endpoint is as somebody described it', misdescribed(writes, written.descriptions)),
  ];
}

function fits(one: WriteIntent, count: number): boolean {
  if (isAcknowledged(one)) return count === 1;
  return one.answers.length > 0 ? count === 0 : count <= 1;
}

const isAcknowledged = ({ answers }: WriteIntent) => answers.some(({ code }) => code === 200);
const idsOf = ({ answers }: WriteIntent) => answers.flatMap(({ id }) => id ?? []);

/** Once it was told that it is done, it is never told otherwise. */
function contradicts({ answers }: WriteIntent): boolean {
  const first = answers.findIndex(({ code }) => code === 200);
  if (first === -1) return false;
  return answers.slice(first).some(({ code, id }) => code !== 200 || id !== answers[first]?.id);
}

function misdescribed(writes: readonly WriteIntent[], descriptions: ReadonlyMap<string, string>): string[] {
  return [
    ...Map.groupBy(writes, ({ operationId, subject }) =>
      operationId === 'updateCallbackEndpoint' ? subject : undefined,
    ),
  ].flatMap(([endpointId, edits]) => {
    const description = descriptions.get(endpointId ?? '');
    const isKnown = edits.some(({ reference }) => reference === description);
    const isAny = edits.some(isAcknowledged);
    return endpointId === undefined || !isAny || isKnown ? [] : [`${endpointId}: ${description}`];
  });
}

function nameOf({ operationId, reference, answers }: WriteIntent): string {
  return `${operationId} ${reference}: ${answers.map(({ code, id = '' }) => `${code} ${id}`).join(', ') || 'nothing'}`;
}
