/** One saved answer: a new one, or as it is to be from now on. */
import { useState } from 'react';
import {
  MAX_ANSWER_LENGTH,
  MAX_ANSWER_NAME,
  PLACEHOLDERS_SHOWN,
} from '../../../../../domain/saved-answer.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextAreaField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { SavedAnswer } from './answer-data.ts';
import { useOnceKey } from './once-key.ts';

interface DialogProps {
  /** Undefined: a new one. */
  readonly answer: SavedAnswer | undefined;
  readonly onClose: () => void;
}

export function AnswerDialog({ answer, onClose }: DialogProps) {
  const { company, world } = useHere();
  const words = useTexts().trade.answers;
  const [name, setName] = useState(answer?.name ?? '');
  const [text, setText] = useState(answer?.text ?? '');
  const once = useOnceKey();
  const send = (idempotencyKey: string) => {
    const place = { company, world };
    const given = { body: { name: name.trim(), text: text.trim() }, idempotencyKey };
    if (answer === undefined)
      return request('POST /api/{company}/{world}/console/saved-answers', { params: place, ...given });
    const params = { ...place, answerId: answer.answerId };
    return request('PUT /api/{company}/{world}/console/saved-answers/{answerId}', { params, ...given });
  };
  const saving = useAction(() => once.use(send), {
    invalidates: [[company, world, 'trade']],
    onDone: () => {
      showToast({ text: words.saved });
      onClose();
    },
  });
  return (
    <Dialog title={answer ? words.edit : words.add} isOpen onClose={onClose}>
      <Form refusal={saving.refusal} onSubmit={() => saving.run(undefined)}>
        <TextField
          name="name"
          label={words.name}
          help={words.nameHelp}
          maxLength={MAX_ANSWER_NAME}
          value={name}
          onChange={setName}
          autoFocus
        />
        <TextAreaField
          name="text"
          label={words.text}
          help={words.textHelp(PLACEHOLDERS_SHOWN)}
          maxLength={MAX_ANSWER_LENGTH}
          rows={6}
          value={text}
          onChange={setText}
        />
        <DialogSubmit action={saving} verb={words.save} working={words.saving} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
