/** A message to the other side of an order. */
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { TextAreaField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useKept } from '../../shell/kept.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useOnceKey } from './once-key.ts';

/** domain/order-message.ts */
const MAX_LENGTH = 2_000;

export function MessageForm({ orderId }: { orderId: string }) {
  const here = useHere();
  const words = useTexts().trade.messages;
  const {
    value: text,
    set: setText,
    drop,
  } = useKept(`${here.company}/${here.world}/messages/${orderId}`, () => '');
  const once = useOnceKey();
  const sending = useAction(
    (body: { text: string }) =>
      once.use((idempotencyKey) => call(here, 'sendMessage', { params: { orderId }, body, idempotencyKey })),
    {
      invalidates: [
        [here.company, here.world, 'listMessages'],
        [here.company, here.world, 'trade'],
      ],
      onDone: () => {
        setText('');
        drop();
        showToast({ text: words.sent });
      },
    },
  );
  return (
    <Form refusal={sending.refusal} onSubmit={() => text.trim() !== '' && sending.run({ text: text.trim() })}>
      <TextAreaField
        name="text"
        label={words.label}
        help={words.hint}
        value={text}
        onChange={setText}
        maxLength={MAX_LENGTH}
        rows={3}
      />
      <FormSubmit action={sending} verb={words.send} working={words.sending} tone="plain" />
    </Form>
  );
}
