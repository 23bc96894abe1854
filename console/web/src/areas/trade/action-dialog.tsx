/** The question before an order is moved: what the click does, what comes back, and why it is done. */
import { type ReactNode, useState } from 'react';
import { call, type Place } from '../../api/client.ts';
import { useAction, useOperation } from '../../api/queries.ts';
import type { Body } from '../../api/types.ts';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { MoneyField, RadioField, TextAreaField } from '../../parts/fields.tsx';
import { moneyText } from '../../parts/money.tsx';
import { exact } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { mayWait, sendOrKeep, type WaitingAction } from '../../shell/waiting.ts';
import { type Action, leftToRefund } from './actions.ts';
import { useInsertion } from './answer-data.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { oldAfterMove } from './data.ts';
import { useOnceKey } from './once-key.ts';
import { MAX_REASON, reasonBody } from './reason.ts';
import type { OrderDetail } from './timeline.ts';

type Asked = Exclude<Action, 'change'>;
/** Nobody does it without a connection. */
type AskedAtOnce = Exclude<Asked, WaitingAction>;

interface Answers {
  readonly reason: string;
  /** NaN while it is empty. */
  readonly amount: number;
  readonly rating: string;
}

interface DialogProps {
  readonly order: Pick<
    OrderDetail,
    'orderId' | 'status' | 'refund' | 'totalAmount' | 'currency' | 'openChange'
  >;
  readonly action: Asked;
  readonly isDangerous: boolean;
  readonly onClose: () => void;
  /** Which order it is, where the page shows many. */
  readonly about?: ReactNode;
}

export function ActionDialog({ order, action, isDangerous, onClose, about }: DialogProps) {
  const here = useHere();
  const { trade, frame } = useTexts();
  const { leave, [action]: words } = trade.action;
  const { person } = useMe();
  const [answers, setAnswers] = useState<Answers>({ reason: '', amount: Number.NaN, rating: '' });
  const once = useOnceKey();
  const act = async (given: Answers, key: string) => {
    if (!mayWait(action)) {
      await carryOut(here, order, action, given, key);
      return words.done;
    }
    const { company, world } = here;
    const waiting = { key, company, world, action, orderId: order.orderId, body: reasonBody(given.reason) };
    return (await sendOrKeep(person.id, waiting)) === 'sent' ? words.done : frame.connection.kept;
  };
  const move = useAction((given: Answers) => once.use((key) => act(given, key)), {
    invalidates: oldAfterMove(here),
    onDone: (text) => showToast({ text }),
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.verb}
      verb={words.verb}
      working={words.working}
      leave={leave}
      isVerbFocused={!isDangerous && action !== 'review' && action !== 'refund'}
      tone={isDangerous ? 'danger' : 'main'}
      consequence={<Consequence order={order} action={action} about={about} />}
      onClose={onClose}
      onConfirm={() => move.runAsync(answers)}
    >
      <Questions order={order} action={action} answers={answers} onChange={setAnswers} />
    </ConfirmDialog>
  );
}

function Consequence({
  order,
  action,
  about,
}: {
  order: DialogProps['order'];
  action: Asked;
  about: ReactNode;
}) {
  const words = useTexts().trade.action[action];
  return (
    <div className="stack-s">
      {about && <p>{about}</p>}
      {action === 'cancel' && <RefundPreview orderId={order.orderId} />}
      <p>{words.consequence}</p>
    </div>
  );
}

/** What the API says that a cancellation gives back now, and when that falls. */
function RefundPreview({ orderId }: { orderId: string }) {
  const here = useHere();
  const words = useTexts().trade.action;
  const locale = useLocaleTag();
  const quote = useOperation(here, 'quoteCancellation', { params: { orderId } });
  if (quote.isPending) return <p className="soft">{words.refundLoading}</p>;
  const { data } = quote;
  if (!data || data.refund === null || data.fee === null) return null;
  const text = (amount: number) => moneyText(amount, data.currency, locale);
  const now =
    data.fee === 0 ? words.refundAll(text(data.refund)) : words.refundNow(text(data.refund), text(data.fee));
  return (
    <p>
      <strong>{data.refund === 0 && data.fee > 0 ? words.refundNothing(text(data.fee)) : now}</strong>{' '}
      {data.nextChange &&
        words.refundUntil(exact(new Date(data.nextChange.at), locale), text(data.nextChange.refund))}
    </p>
  );
}

interface QuestionsProps {
  readonly order: DialogProps['order'];
  readonly action: Asked;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
}

const WITH_REASON: readonly Asked[] = [
  'reject',
  'cancel',
  'withdraw',
  'decline_change',
  'withdraw_change',
  'refund',
];

function Questions({ order, action, answers, onChange }: QuestionsProps) {
  const words = useTexts().trade.action;
  const locale = useLocaleTag();
  const setReason = (reason: string) => onChange({ ...answers, reason });
  const { field, insert } = useInsertion(answers.reason, setReason);
  const left = leftToRefund(order);
  return (
    <>
      {action === 'refund' && (
        <MoneyField
          name="amount"
          label={words.amount}
          help={words.amountLeft(moneyText(left, order.currency, locale))}
          currency={order.currency}
          minValue={0}
          maxValue={left}
          value={answers.amount}
          onChange={(amount) => onChange({ ...answers, amount })}
        />
      )}
      {action === 'review' && (
        <RadioField
          name="rating"
          label={words.rating}
          options={['5', '4', '3', '2', '1'].map((id) => ({ id, label: words.stars(Number(id)) }))}
          value={answers.rating}
          onChange={(rating) => onChange({ ...answers, rating })}
        />
      )}
      {action === 'review' && (
        <TextAreaField
          name="text"
          label={words.reviewText}
          isOptional
          value={answers.reason}
          onChange={setReason}
          maxLength={2_000}
        />
      )}
      {action === 'reject' && <AnswerMenu orderId={order.orderId} longest={MAX_REASON} onInsert={insert} />}
      {WITH_REASON.includes(action) && (
        <TextAreaField
          name="reason"
          textArea={field}
          label={words.reason}
          help={words.reasonForOther}
          isOptional={action !== 'refund'}
          value={answers.reason}
          onChange={setReason}
          maxLength={MAX_REASON}
          rows={2}
        />
      )}
    </>
  );
}

/** Asks for the operation behind it; answers what the order has become, or the review. */
function carryOut(
  here: Place,
  { orderId, openChange }: DialogProps['order'],
  action: AskedAtOnce,
  given: Answers,
  idempotencyKey: string,
): Promise<unknown> {
  const { reason, amount, rating } = given;
  const params = { orderId };
  const note = reasonBody(reason);
  const moved = { params, body: note, idempotencyKey };
  const answered = {
    params,
    body: { ...note, ...(openChange && { changeId: openChange.changeId }) },
    idempotencyKey,
  };
  const acts: Readonly<Record<AskedAtOnce, () => Promise<unknown>>> = {
    cancel: () => call(here, 'cancelOrder', moved),
    withdraw: () => call(here, 'cancelOrder', moved),
    accept_change: () => call(here, 'acceptOrderChange', answered),
    decline_change: () => call(here, 'declineOrderChange', answered),
    withdraw_change: () => call(here, 'withdrawOrderChange', answered),
    advance: () => call(here, 'advanceOrder', { params, idempotencyKey }),
    refund: () =>
      call(here, 'refundOrder', { params, body: { amount, reason: reason.trim() }, idempotencyKey }),
    review: () => call(here, 'reviewOrder', { params, body: reviewOf(rating, reason), idempotencyKey }),
  };
  return acts[action]();
}

function reviewOf(rating: string, text: string): Body<'reviewOrder'> {
  return {
    rating: Number(rating) as Body<'reviewOrder'>['rating'],
    ...(text.trim() !== '' && { text: text.trim() }),
  };
}
