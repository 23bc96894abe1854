import type { Journal } from '../journal.ts';
import { MIX } from '../mix.ts';
import { type Violation, violations } from './violation.ts';

/** With fewer bookings, the dice may never have chosen one of them. */
export const ENOUGH_CREATES = 400;

/** A run says nothing of an operation that was never sent. */
export function checkMix({ creates, sent }: Pick<Journal, 'creates' | 'sent'>): Violation[] {
  const silent = creates.length < ENOUGH_CREATES ? [] : MIX.filter((id) => !sent.has(id));
  return violations('every operation of the mix is sent', silent);
}
