/** A message to the other side of an order. Without files it waits where there is no connection. */
import { useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../../../domain/order-message.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { TextAreaField } from '../../parts/fields.tsx';
import { FilesField, messageForm, UPLOAD_MS } from '../../parts/files.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useKept } from '../../shell/kept.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { sendOrKeep } from '../../shell/waiting.ts';
import { useInsertion } from './answer-data.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { useOnceKey } from './once-key.ts';
import type { OrderDetail } from './timeline.ts';

const FORM_ROUTE = 'POST /api/{company}/{world}/console/orders/{orderId}/messages';

export function MessageForm({ order: { orderId } }: { order: OrderDetail }) {
  const here = useHere();
  const { trade, frame } = useTexts();
  const words = trade.messages;
  const { person } = useMe();
  const {
    value: text,
    set: setText,
    drop,
  } = useKept(`${here.company}/${here.world}/messages/${orderId}`, () => '');
  const { field, insert } = useInsertion(text, setText);
  const [files, setFiles] = useState<readonly File[]>([]);
  const once = useOnceKey();
  const send = async (body: { text: string }, key: string) => {
    const { company, world } = here;
    if (files.length > 0) {
      const form = messageForm(key, body.text, files);
      const params = { company, world, orderId };
      await request(FORM_ROUTE, { params, body: form, timeoutMs: UPLOAD_MS } as never);
      return words.sent;
    }
    const outcome = await sendOrKeep(person.id, { key, company, world, action: 'message', orderId, body });
    return outcome === 'sent' ? words.sent : frame.connection.kept;
  };
  const sending = useAction((body: { text: string }) => once.use((key) => send(body, key)), {
    invalidates: [
      [here.company, here.world, 'listMessages'],
      [here.company, here.world, 'trade'],
    ],
    onDone: (text) => {
      setText('');
      setFiles([]);
      drop();
      showToast({ text });
    },
  });
  return (
    <Form refusal={sending.refusal} onSubmit={() => text.trim() !== '' && sending.run({ text: text.trim() })}>
      <AnswerMenu orderId={orderId} longest={MAX_MESSAGE_LENGTH} onInsert={insert} />
      <TextAreaField
        name="text"
        textArea={field}
        label={words.label}
        help={words.hint}
        value={text}
        onChange={setText}
        maxLength={MAX_MESSAGE_LENGTH}
        rows={3}
      />
      <FilesField files={files} onChange={setFiles} />
      <FormSubmit action={sending} verb={words.send} working={words.sending} tone="plain" />
    </Form>
  );
}
