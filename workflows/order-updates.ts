import { currentUpdateInfo, setHandler } from '@temporalio/workflow';
import type { Trigger } from '../domain/order-state.ts';
import {
  type AdvanceRequest,
  advanceUpdate,
  type ByHand,
  type CancelByOperator,
  type ChangeRequest,
  type ChangeResult,
  cancelByOperatorUpdate,
  cancelUpdate,
  catchUpSignal,
  changeUpdate,
  completeUpdate,
  confirmUpdate,
  type MoveRequest,
  type MoveResult,
  moveClockSignal,
  type RefundRequest,
  type RefundResult,
  refundUpdate,
  rejectUpdate,
  startUpdate,
  withdrawUpdate,
} from './contract.ts';
import type { Mailbox } from './mailbox.ts';
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
    (request) => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.cancelByOperator(updateId, byHandOf(request)));
    },
    { validator: (request) => refuse(refusalOfByHand(request) ?? life.refusalOf('cancelByOperator')) },
  );
  setHandler<MoveResult, [AdvanceRequest?], typeof advanceUpdate>(
    advanceUpdate,
    (request = {}) => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.advance(request, updateId));
    },
    { validator: ({ seen } = {}) => refuse(life.refusalOfAdvance(seen)) },
  );
  setHandler<ChangeResult, [ChangeRequest], typeof changeUpdate>(
    changeUpdate,
    (request) => {
      const updateId = currentUpdateInfo()?.id;
      return mailbox.post(() => life.change(request, updateId));
    },
    { validator: ({ seen }) => refuse(life.refusalOfChange(seen)) },
  );
  setHandler<RefundResult, [RefundRequest], typeof refundUpdate>(
    refundUpdate,
    (request) => {
      const updateId = currentUpdateInfo()?.id ?? '';
      return mailbox.post(() => life.refund(request, updateId));
    },
    { validator: ({ seen }) => refuse(life.refusalOfRefund(seen)) },
  );
  setHandler(moveClockSignal, (aheadMs) => mailbox.post(() => life.moveClock(aheadMs)));
  setHandler(catchUpSignal, () => mailbox.post(() => life.catchUp()));
}

/** Undefined where our own commands sent it; and in histories from before anybody had to say. */
function byHandOf(request?: CancelByOperator): ByHand | undefined {
  return request !== undefined && 'operator' in request ? request : undefined;
}

/** Our own commands say what they saw last; an operator by hand gives a name and a reason. */
function refusalOfByHand(request?: CancelByOperator): string | undefined {
  if (request !== undefined && 'seen' in request) return undefined;
  const { operator, reason } = byHandOf(request) ?? { operator: '', reason: '' };
  const isSaid = (text: unknown, max: number) =>
    typeof text === 'string' && text.trim() !== '' && text.length <= max;
  if (isSaid(operator, 60) && isSaid(reason, 500)) return undefined;
  return 'say who you are and why: {"operator": "…", "reason": "…"}, up to 60 and 500 characters';
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
