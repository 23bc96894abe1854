/** A message about a disputed line, with files. What was typed and chosen stays where it is refused. */
import { useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../../../domain/order-message.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { TextAreaField } from '../../parts/fields.tsx';
import { FilesField, messageForm, UPLOAD_MS } from '../../parts/files.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useOnceKey } from '../trade/once-key.ts';
import { type MoneySource, oldAfterWrite } from './data.ts';
import { useSingle } from './use-single.ts';

export function MessageForm({ source, disputeId }: { source: MoneySource; disputeId: string }) {
  const words = useTexts().money.dispute;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const once = useOnceKey();
  const sending = useAction(
    () =>
      once.use((key) => {
        const body = messageForm(key, text.trim(), files);
        const params = { ...source.params, disputeId };
        const route = `POST ${source.base}/disputes/{disputeId}/messages` as const;
        return request(route, { params, body, timeoutMs: UPLOAD_MS } as never);
      }),
    {
      invalidates: oldAfterWrite(source),
      onDone: () => {
        setText('');
        setFiles([]);
        showToast({ text: words.sent });
      },
    },
  );
  const sendOnce = useSingle(sending.runAsync);
  return (
    <Form refusal={sending.refusal} onSubmit={() => text.trim() !== '' && sendOnce(undefined)}>
      <TextAreaField
        name="text"
        label={words.label}
        help={words.hint}
        value={text}
        onChange={setText}
        maxLength={MAX_MESSAGE_LENGTH}
        rows={3}
      />
      <FilesField files={files} onChange={setFiles} />
      <FormSubmit action={sending} verb={words.send} working={words.sending} />
    </Form>
  );
}
