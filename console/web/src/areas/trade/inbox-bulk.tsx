/** Several orders answered by one press: each is named before, and is asked for by itself; what is refused stays, with why. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Refusal, refusalOf } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Checkbox, TextAreaField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { sendOrKeep } from '../../shell/waiting.ts';
import { type InboxOrder, oldAfterMove } from './data.ts';
import { useOnceKeys } from './once-key.ts';
import { MAX_REASON, reasonBody } from './reason.ts';

type BulkAction = 'confirm' | 'reject';
/** What became of an order. */
type Outcome = 'kept' | 'sent' | Refusal;

interface BarProps {
  readonly orders: readonly InboxOrder[];
  readonly selected: readonly InboxOrder[];
  readonly onSelect: (orderIds: readonly string[]) => void;
  readonly onAct: (action: BulkAction) => void;
}

export function InboxBar({ orders, selected, onSelect, onAct }: BarProps) {
  const words = useTexts().trade.inbox.bulk;
  const areAll = selected.length === orders.length;
  return (
    <div className="row inbox-bar">
      <Checkbox
        name="all"
        label={selected.length > 0 ? words.selected(selected.length) : words.all(orders.length)}
        isSelected={areAll}
        onChange={(isOn) => onSelect(isOn ? orders.map(({ orderId }) => orderId) : [])}
      />
      {selected.length > 0 && (
        <>
          <Button small tone="main" onPress={() => onAct('confirm')}>
            {words.confirm(selected.length)}
          </Button>
          <Button small onPress={() => onAct('reject')}>
            {words.reject(selected.length)}
          </Button>
        </>
      )}
    </div>
  );
}

interface BulkProps {
  readonly orders: readonly InboxOrder[];
  readonly action: BulkAction;
  readonly about: (order: InboxOrder) => ReactNode;
  readonly onClose: () => void;
}

/** @param orders as they were when it was opened: what is done leaves the inbox meanwhile. */
export function InboxBulk({ orders, action, about, onClose }: BulkProps) {
  const words = useTexts().trade;
  const { bulk } = words.inbox;
  const [reason, setReason] = useState('');
  const { outcomes, isRunning, run } = useBulk(action, reason);
  const left = orders.filter(({ orderId }) => !isDone(outcomes.get(orderId)));
  const isOver = left.length === 0;
  const verb = action === 'confirm' ? bulk.confirm(left.length) : bulk.reject(left.length);
  return (
    <Dialog
      title={action === 'confirm' ? bulk.confirm(orders.length) : bulk.reject(orders.length)}
      isOpen
      onClose={onClose}
      isThrowaway={isOver}
    >
      <div className="stack">
        <p>{action === 'confirm' ? bulk.confirmConsequence : bulk.rejectConsequence}</p>
        <ul className="bare stack-s" aria-live="polite">
          {orders.map((order) => (
            <li key={order.orderId}>
              {about(order)} <OutcomeText outcome={outcomes.get(order.orderId)} />
            </li>
          ))}
        </ul>
        {action === 'reject' && !isOver && (
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
        <DialogButtons>
          <Button onPress={onClose}>{isOver ? bulk.close : words.action.leave}</Button>
          {!isOver && (
            <Button
              tone={action === 'reject' ? 'danger' : 'main'}
              isPending={isRunning}
              onPress={() => void run(left)}
            >
              {isRunning ? words.action[action].working : verb}
            </Button>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  );
}

const isDone = (outcome: Outcome | undefined) => outcome === 'sent' || outcome === 'kept';

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const texts = useTexts();
  if (outcome === undefined) return null;
  if (outcome === 'kept') return <span className="soft">{texts.frame.connection.kept}</span>;
  if (outcome === 'sent')
    return (
      <span className="bulk-done">
        <Icon name="check" size={16} title={texts.trade.inbox.bulk.done} />
      </span>
    );
  return <strong className="bulk-refused">{sentenceOf(texts, outcome)}</strong>;
}

/** One after the other, each under a key of its own. */
function useBulk(action: BulkAction, reason: string) {
  const here = useHere();
  const { person } = useMe();
  const client = useQueryClient();
  const once = useOnceKeys();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const { company, world } = here;
  const answer = ({ orderId }: InboxOrder): Promise<Outcome> =>
    once
      .use(orderId, (key) =>
        sendOrKeep(person.id, { key, company, world, action, orderId, body: reasonBody(reason) }),
      )
      .catch(refusalOf);
  const run = async (orders: readonly InboxOrder[]) => {
    setRunning(true);
    for (const order of orders) {
      const outcome = await answer(order);
      setOutcomes((before) => new Map(before).set(order.orderId, outcome));
    }
    setRunning(false);
    for (const queryKey of oldAfterMove(here)) await client.invalidateQueries({ queryKey });
  };
  return { outcomes, isRunning, run };
}
