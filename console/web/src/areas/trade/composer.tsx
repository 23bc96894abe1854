/** What somebody writes about an order: a message to the other side, or a note that stays in the company. */
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { MessageForm } from './message-form.tsx';
import { isOwnCompany } from './note-data.ts';
import { NoteForm } from './order-notes.tsx';
import type { OrderDetail } from './timeline.ts';

type Kind = 'message' | 'note';

/** Each has its own text: what is typed as a note is never sent by the other button. */
export function Composer({ order }: { order: OrderDetail }) {
  const here = useHere();
  const words = useTexts().trade;
  const [kind, setKind] = useState<Kind>('message');
  if (!isOwnCompany(here)) return <MessageForm order={order} />;
  return (
    <div className="stack-s">
      <RadioGroup
        className="write-as"
        aria-label={words.notes.kinds}
        orientation="horizontal"
        value={kind}
        onChange={(chosen) => setKind(chosen as Kind)}
      >
        <Radio value="message" className="write-as-kind">
          <Icon name="message" size={16} />
          {words.messages.label}
        </Radio>
        <Radio value="note" className="write-as-kind inside">
          <Icon name="lock" size={16} />
          {words.notes.label}
        </Radio>
      </RadioGroup>
      {kind === 'message' ? <MessageForm order={order} /> : <NoteForm orderId={order.orderId} />}
    </div>
  );
}
