import { currentUpdateInfo, setHandler } from '@temporalio/workflow';
import type { Trigger } from '../../../domain/order-state.ts';
import {
  type AdvanceRequest,
  advanceUpdate,
  type CancelByOperator,
  cancelByOperatorUpdate,
  cancelUpdate,
  catchUpSignal,
  completeUpdate,
  confirmUpdate,
  type MoveRequest,
  type MoveResult,
  redeliverSignal,
  rejectUpdate,
  startUpdate,
  withdrawUpdate,
} from '../../contract.ts';
import { type OrderLife, refuse } from './order-life.ts';

/** Registers every Update and signal. Validators are synchronous and leave no trace in the history when they refuse. */
export function answerUpdates(life: OrderLife): void {
  answerMerchantMove(life, confirmUpdate, 'confirm');
  answerMerchantMove(life, rejectUpdate, 'reject');
  answerMerchantMove(life, cancelUpdate, 'cancel');
  answerMerchantMove(life, withdrawUpdate, 'withdraw');
  answerMerchantMove(life, startUpdate, 'start');
  answerMerchantMove(life, completeUpdate, 'complete');

  setHandler<MoveResult, [CancelByOperator?], typeof cancelByOperatorUpdate>(
    cancelByOperatorUpdate,
    () => life.move('cancelByOperator', { actor: { kind: 'operator' } }, currentUpdateInfo()?.id),
    { validator: () => refuse(life.refusalOf('cancelByOperator')) },
  );
  setHandler<MoveResult, [AdvanceRequest?], typeof advanceUpdate>(
    advanceUpdate,
    (request = {}) => life.advance(request, currentUpdateInfo()?.id),
    { validator: ({ seen } = {}) => refuse(life.refusalOfAdvance(seen)) },
  );
  setHandler(redeliverSignal, () => life.notifications.retryNow());
  setHandler(catchUpSignal, () => life.catchUp());
}

function answerMerchantMove(life: OrderLife, update: typeof confirmUpdate, trigger: Trigger): void {
  setHandler<MoveResult, [MoveRequest], typeof update>(
    update,
    (request) => life.move(trigger, request, currentUpdateInfo()?.id),
    {
      validator: ({ seen }) => refuse(life.refusalOf(trigger, seen)),
    },
  );
}
