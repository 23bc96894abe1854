import type { Random } from '../support/random.ts';
import type { PatientClient } from './client.ts';
import { outcomeOf, PATIENCE } from './intents.ts';
import type { MoveIntent, MoveName } from './journal.ts';
import { type Mixed, requestOf } from './mix.ts';
import { noteRead } from './reading.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

const OPERATION_OF: Readonly<Record<MoveName, Mixed>> = {
  confirm: 'confirmOrder',
  reject: 'rejectOrder',
  cancel: 'cancelOrder',
  withdraw: 'cancelOrder',
  start: 'startOrder',
  complete: 'completeOrder',
  advance: 'advanceOrder',
};

type Mover = Pick<TrafficOptions, 'studio' | 'studioKey' | 'journal'> & {
  readonly agencies: readonly Agency[];
};

/** Asks for a move under a key of its own, more than once if need be. */
export async function take(
  options: Mover,
  random: Random,
  agency: Agency,
  orderId: string,
  move: MoveName,
): Promise<MoveIntent> {
  const merchant = isOfAgency(move) ? agency.key : options.studioKey;
  const key = `${move}-${orderId}-${random.between(0, 1_000_000)}`;
  const { outcome, arrived } = await ask(options, { orderId, move, merchant, key }, random.pick(PATIENCE));
  const intent: MoveIntent = { orderId, move, merchant, key, arrived, outcome, repeats: [] };
  options.journal.moves.push(intent);
  return intent;
}

/**
 * The same request under the same key, by somebody who never gives up: what was done is answered again, what was refused
 * may be tried again.
 */
export async function askAgain(options: Mover, intent: MoveIntent): Promise<void> {
  const { outcome } = await ask(options, intent, Number.POSITIVE_INFINITY);
  intent.repeats.push(outcome);
}

async function ask(
  options: Mover,
  { orderId, move, merchant, key }: Pick<MoveIntent, 'orderId' | 'move' | 'merchant' | 'key'>,
  patience: number,
) {
  const request = requestOf(OPERATION_OF[move], orderId);
  const arrived: number[] = [];
  const answer = await clientOf(options, merchant).send({ ...request, key, arrived }, patience);
  const outcome = outcomeOf(answer);
  if (answer)
    noteRead(options.journal, answer, isOfAgency(move) ? 'merchant' : 'studio', `${move} of ${orderId}`);
  return { outcome, arrived };
}

function clientOf({ agencies, studio, studioKey }: Mover, merchant: string): PatientClient {
  if (merchant === studioKey) return studio;
  return (agencies.find(({ key }) => key === merchant) as Agency).client;
}

function isOfAgency(move: MoveName): boolean {
  return move === 'cancel' || move === 'advance';
}
