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
import type { Mailbox } from '../../mailbox.ts';
import { type OrderLife, refuse } from './order-life.ts';

/**
 * Registers every Update and signal; each becomes a message. Validators are synchronous and leave no trace in the
 * history when they refuse.
 */
export function answerUpdates(life: OrderLife, mailbox: Mailbox): void {
  answerMerchantMove(life, mailbox, confirmUpdate, 'confirm');
  answerMerchantMove(life, mailbox, rejectUpdate, 'reject');
  answerMerchantMove(life, mailbox, cancelUpdate, 'cancel');
  answerMerchantMove(life, mailbox, withdrawUpdate, 'withdraw');
  answerMerchantMove(life, mailbox, startUpdate, 'start');
  answerMerchantMove(life, mailbox, completeUpdate, 'complete');

  setHandler<MoveResult, [CancelByOperator?], typeof cancelByOperatorUpdate>(
    cancelByOperatorUpdate,
    () => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.cancelByOperator(updateId));
    },
    { validator: () => refuse(life.refusalOf('cancelByOperator')) },
  );
  setHandler<MoveResult, [AdvanceRequest?], typeof advanceUpdate>(
    advanceUpdate,
    (request = {}) => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.advance(request, updateId));
    },
    { validator: ({ seen } = {}) => refuse(life.refusalOfAdvance(seen)) },
  );
  setHandler(redeliverSignal, () => mailbox.post(() => life.notifications.retryNow()));
  setHandler(catchUpSignal, () => mailbox.post(() => life.catchUp()));
}

function answerMerchantMove(
  life: OrderLife,
  mailbox: Mailbox,
  update: typeof confirmUpdate,
  trigger: Trigger,
): void {
  setHandler<MoveResult, [MoveRequest], typeof update>(
    update,
    (request) => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.move(trigger, request, updateId));
    },
    { validator: ({ seen }) => refuse(life.refusalOf(trigger, seen)) },
  );
}
