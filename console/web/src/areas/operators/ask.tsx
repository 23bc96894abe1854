/** A thing that operators do: its consequence before the click, a reason where one is kept. */
import { type ReactNode, useState } from 'react';
import { useAction } from '../../api/queries.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { OPERATORS } from './data.ts';

interface AskProps<Answer> {
  readonly title: string;
  readonly consequence: ReactNode;
  readonly verb: string;
  readonly tone?: 'main' | 'danger';
  /** If given, a reason is required, and this says who reads it. */
  readonly reasonHelp?: string;
  readonly onClose: () => void;
  readonly act: (reason: string) => Promise<Answer>;
  /** What is said when it is done. */
  readonly said: (answer: Answer) => string;
  readonly children?: ReactNode;
}

export function AskDialog<Answer>(props: AskProps<Answer>) {
  const { title, consequence, verb, tone = 'main', reasonHelp, onClose, act, said, children } = props;
  const words = useTexts();
  const [reason, setReason] = useState('');
  const { run, refusal, isRunning } = useAction(act, {
    invalidates: [OPERATORS],
    onDone: (answer) => {
      showToast({ text: said(answer), tone: 'good' });
      onClose();
    },
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form refusal={refusal} onSubmit={() => run(reason.trim())}>
        <p>{consequence}</p>
        {children}
        {reasonHelp !== undefined && (
          <TextAreaField
            name="reason"
            label={words.operators.reason}
            help={reasonHelp}
            value={reason}
            onChange={setReason}
            maxLength={500}
            rows={2}
          />
        )}
        <DialogSubmit action={{ isRunning }} verb={verb} tone={tone} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
