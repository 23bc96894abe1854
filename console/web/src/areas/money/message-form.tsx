/** A message about a disputed line, with files. What was typed and chosen stays where it is refused. */
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import {
  MAX_THREAD_FILE_BYTES,
  MAX_THREAD_FILES,
  MAX_THREAD_TEXT,
  THREAD_FILE_TYPES,
} from '../../../../../domain/dispute-thread.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useOnceKey } from '../trade/once-key.ts';
import { type MoneySource, oldAfterWrite } from './data.ts';
import { useSingle } from './use-single.ts';

/** 25 MB over a slow line. */
const UPLOAD_MS = 120_000;

export function MessageForm({ source, disputeId }: { source: MoneySource; disputeId: string }) {
  const words = useTexts().money.dispute;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const once = useOnceKey();
  const sending = useAction(
    () =>
      once.use((key) => {
        const body = formOf(key, text.trim(), files);
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
        maxLength={MAX_THREAD_TEXT}
        rows={3}
      />
      <Files files={files} onChange={setFiles} />
      <FormSubmit action={sending} verb={words.send} working={words.sending} />
    </Form>
  );
}

function formOf(key: string, text: string, files: readonly File[]): FormData {
  const form = new FormData();
  form.append('key', key);
  form.append('text', text);
  for (const file of files) form.append('file', file, file.name);
  return form;
}

interface FilesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

function Files({ files, onChange }: FilesProps) {
  const words = useTexts().money.dispute;
  const [tooLarge, setTooLarge] = useState<string>();
  const add = (chosen: FileList | null) => {
    const all = [...(chosen ?? [])];
    setTooLarge(all.find(({ size }) => size > MAX_THREAD_FILE_BYTES)?.name);
    const fitting = all.filter(({ size }) => size <= MAX_THREAD_FILE_BYTES);
    onChange([...files, ...fitting].slice(0, MAX_THREAD_FILES));
  };
  return (
    <div className="field">
      <span className="field-label">{words.files}</span>
      {files.length > 0 && (
        <ul className="said-files">
          {files.map((file, index) => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`} className="row">
              {file.name}
              <Button
                small
                tone="quiet"
                icon="close"
                label={words.removeFile(file.name)}
                onPress={() => onChange(files.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <FileTrigger acceptedFileTypes={[...THREAD_FILE_TYPES]} allowsMultiple onSelect={add}>
          <Button icon="upload">{words.addFiles}</Button>
        </FileTrigger>
        <span className="field-help">{words.filesHint}</span>
      </div>
      {tooLarge !== undefined && (
        <span className="field-error" role="alert">
          {words.tooLarge(tooLarge)}
        </span>
      )}
    </div>
  );
}
