/** Internal notes: they look like nothing that the other side reads, and have a text of their own that no message becomes. */
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useKept } from '../../shell/kept.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { OrderNote } from './note-data.ts';
import { useOnceKey } from './once-key.ts';

/** domain/order-note.ts */
const MAX_LENGTH = 2_000;

/** Not printed: a print goes to guests and guides. */
export function NoteEntry({ note, orderId }: { note: OrderNote; orderId: string }) {
  const { notes: words, order } = useTexts().trade;
  return (
    <div className="inside-note no-print">
      <p className="inside-mark">
        <Icon name="lock" size={16} />
        <strong>{words.label}</strong> · {words.only}
      </p>
      <p className="prose">{note.text}</p>
      <div className="row row-between">
        <p className="bubble-by">
          {order.by(note.person)} · <When at={note.createdAt} hasHappened />
        </p>
        {note.mayDelete && <RemoveNote orderId={orderId} noteId={note.noteId} />}
      </div>
    </div>
  );
}

function RemoveNote({ orderId, noteId }: { orderId: string; noteId: number }) {
  const { company, world } = useHere();
  const words = useTexts().trade.notes;
  const removing = useAction(
    () =>
      request('DELETE /api/{company}/{world}/console/orders/{orderId}/notes/{noteId}', {
        params: { company, world, orderId, noteId },
      }),
    { invalidates: [[company, world, 'trade']], onDone: () => showToast({ text: words.removed }) },
  );
  return (
    <ConfirmButton
      small
      label={words.remove}
      title={words.removeVerb}
      verb={words.removeVerb}
      working={words.removing}
      tone="danger"
      consequence={words.removeConsequence}
      onConfirm={() => removing.runAsync(undefined)}
    />
  );
}

export function NoteForm({ orderId }: { orderId: string }) {
  const { company, world } = useHere();
  const words = useTexts().trade.notes;
  const once = useOnceKey();
  const { value: text, set: setText, drop } = useKept(`${company}/${world}/notes/${orderId}`, () => '');
  const add = (body: { text: string }, idempotencyKey: string) =>
    request('POST /api/{company}/{world}/console/orders/{orderId}/notes', {
      params: { company, world, orderId },
      body,
      idempotencyKey,
    });
  const adding = useAction((body: { text: string }) => once.use((key) => add(body, key)), {
    invalidates: [[company, world, 'trade']],
    onDone: () => {
      setText('');
      drop();
      showToast({ text: words.added });
    },
  });
  return (
    <div className="inside-form">
      <Form refusal={adding.refusal} onSubmit={() => text.trim() !== '' && adding.run({ text: text.trim() })}>
        <TextAreaField
          name="text"
          label={words.label}
          help={words.hint}
          value={text}
          onChange={setText}
          maxLength={MAX_LENGTH}
          rows={3}
        />
        <FormSubmit action={adding} verb={words.add} working={words.adding} tone="plain" />
      </Form>
    </div>
  );
}
