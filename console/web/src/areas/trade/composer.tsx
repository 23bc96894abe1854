/** What somebody writes about an order: a message to the other side, or a note that stays in the company. */
import { useState } from 'react';
import { Segments } from '../../parts/segments.tsx';
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
      <Segments
        label={words.notes.kinds}
        segments={[
          { id: 'message', label: words.messages.label, icon: 'message' },
          { id: 'note', label: words.notes.label, icon: 'lock', className: 'write-note' },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'message' ? <MessageForm order={order} /> : <NoteForm orderId={order.orderId} />}
    </div>
  );
}
