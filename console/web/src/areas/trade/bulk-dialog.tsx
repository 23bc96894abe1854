/**
 * Several orders by one press: each is named before, with what becomes of it, and so are those that are left out, with why. Each is
 * asked for by itself; what is refused stays, with why.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Refusal, refusalOf } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { About } from './about-order.tsx';
import { type OrderCard, oldAfterMove } from './data.ts';
import { useOnceKeys } from './once-key.ts';
import { MAX_REASON } from './reason.ts';

/** What one press does to many orders. */
export interface BulkAction {
  /** A verb with its number. */
  readonly verb: (count: number) => string;
  readonly working: string;
  readonly consequence: string;
  readonly isDangerous?: boolean;
  /** A reason may be given, the same for all. */
  readonly asksReason?: boolean;
  /** Why an order is left out; undefined where it is not. */
  readonly whyNot: (order: OrderCard) => string | undefined;
  /** What becomes of an order, where that differs from the others. */
  readonly becomes?: (order: OrderCard) => string;
  /** @param key the `Idempotency-Key`. @throws Refusal */
  readonly act: (order: OrderCard, key: string, reason: string) => Promise<'kept' | 'sent'>;
  readonly onDone?: (orders: readonly OrderCard[]) => void;
}

/** What became of an order. */
type Outcome = 'kept' | 'sent' | Refusal;

interface BulkProps {
  /** As they were when it was opened: what is done may leave the list meanwhile. */
  readonly orders: readonly OrderCard[];
  readonly action: BulkAction;
  /** @param hasActed something was asked for. */
  readonly onClose: (hasActed: boolean) => void;
}

export function BulkDialog({ orders, action, onClose }: BulkProps) {
  const words = useTexts().trade;
  const [reason, setReason] = useState('');
  const { outcomes, isRunning, run } = useRun(action, reason);
  const meant = orders.filter((order) => action.whyNot(order) === undefined);
  const left = meant.filter(({ orderId }) => !isDone(outcomes.get(orderId)));
  const isOver = left.length === 0;
  const close = () => onClose(outcomes.size > 0);
  return (
    <Dialog title={action.verb(meant.length)} isOpen onClose={close} isThrowaway={isOver}>
      <div className="stack">
        {meant.length > 0 && <p>{action.consequence}</p>}
        {meant.length > 0 && (
          <ul className="bare stack-s" aria-live="polite">
            {meant.map((order) => (
              <li key={order.orderId}>
                <About order={order} /> <Becoming text={action.becomes?.(order)} />
                <OutcomeText outcome={outcomes.get(order.orderId)} />
              </li>
            ))}
          </ul>
        )}
        <LeftOut orders={orders} action={action} />
        {action.asksReason && !isOver && (
          <TextAreaField
            name="reason"
            label={words.action.reason}
            help={words.action.reasonForOther}
            isOptional
            value={reason}
            onChange={setReason}
            maxLength={MAX_REASON}
            rows={2}
          />
        )}
        <div className="bulk-foot">
          <DialogButtons>
            <Button onPress={close}>{isOver ? words.bulk.close : words.action.leave}</Button>
            {!isOver && (
              <Button
                tone={action.isDangerous ? 'danger' : 'main'}
                isPending={isRunning}
                onPress={() => void run(left)}
              >
                {isRunning
                  ? `${action.working} ${words.bulk.progress(meant.length - left.length, meant.length)}`
                  : action.verb(left.length)}
              </Button>
            )}
          </DialogButtons>
        </div>
      </div>
    </Dialog>
  );
}

const isDone = (outcome: Outcome | undefined) => outcome === 'sent' || outcome === 'kept';

function Becoming({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className="soft">{text} </span>;
}

function LeftOut({ orders, action }: Pick<BulkProps, 'orders' | 'action'>) {
  const words = useTexts().trade.bulk;
  const left = orders.filter((order) => action.whyNot(order) !== undefined);
  if (left.length === 0) return null;
  return (
    <div className="stack-s soft">
      <h3 className="bulk-left">{words.leftOut(left.length)}</h3>
      <ul className="bare stack-s">
        {left.map((order) => (
          <li key={order.orderId}>
            <About order={order} /> <em>{action.whyNot(order)}</em>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const texts = useTexts();
  if (outcome === undefined) return null;
  if (outcome === 'kept') return <span className="soft">{texts.frame.connection.kept}</span>;
  if (outcome === 'sent')
    return (
      <span className="bulk-done">
        <Icon name="check" size={16} title={texts.trade.bulk.done} />
      </span>
    );
  return <strong className="bulk-refused">{sentenceOf(texts, outcome)}</strong>;
}

/** One after the other, each under a key of its own; who leaves the question stops those that were not asked for yet. */
function useRun(action: BulkAction, reason: string) {
  const here = useHere();
  const client = useQueryClient();
  const once = useOnceKeys();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const ask = (order: OrderCard): Promise<Outcome> =>
    once.use(order.orderId, (key) => action.act(order, key, reason)).catch(refusalOf);
  const run = async (orders: readonly OrderCard[]) => {
    setRunning(true);
    const done: OrderCard[] = [];
    for (const order of orders) {
      if (!isOpen.current) break;
      const outcome = await ask(order);
      if (isDone(outcome)) done.push(order);
      setOutcomes((before) => new Map(before).set(order.orderId, outcome));
    }
    setRunning(false);
    for (const queryKey of oldAfterMove(here)) await client.invalidateQueries({ queryKey });
    if (done.length > 0) action.onDone?.(done);
  };
  return { outcomes, isRunning, run };
}
