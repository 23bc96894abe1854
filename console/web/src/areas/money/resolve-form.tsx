/** The answer to an objection: the line is unchanged, or an amount is posted. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { RadioField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { decimalsOf } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useOnceKey } from '../trade/once-key.ts';
import { type DisputeThread, OPERATOR_MONEY, oldAfterWrite } from './data.ts';
import { useMayWrite } from './operator-data.ts';
import { useSingle } from './use-single.ts';

/** As the workflow takes it. */
const MAX_REASON = 500;

export function ResolveForm({ dispute }: { dispute: DisputeThread }) {
  const all = useTexts().money;
  const words = all.backOffice.resolve;
  const mayWrite = useMayWrite();
  const { disputeId, lineId, currency } = dispute;
  // What takes the line back, as it is typed.
  const whole = (0 - dispute.amount).toFixed(decimalsOf(currency));
  const [outcome, setOutcome] = useState('');
  const [amount, setAmount] = useState(whole);
  const [reason, setReason] = useState('');
  const once = useOnceKey();
  const answering = useAction(
    () =>
      once.use((key) => {
        const body = {
          key,
          lineId,
          reason: reason.trim(),
          ...(outcome === 'adjusted' && { amount: amount.trim() }),
        };
        return request('POST /api/operator/money/disputes/{disputeId}/resolve', {
          params: { disputeId },
          body,
        });
      }),
    { invalidates: oldAfterWrite(OPERATOR_MONEY), onDone: () => showToast({ text: words.done }) },
  );
  const answerOnce = useSingle(answering.runAsync);
  if (!mayWrite) return <Note>{words.readOnly}</Note>;
  return (
    <Section title={words.title}>
      <Form refusal={answering.refusal} onSubmit={() => outcome !== '' && answerOnce(undefined)}>
        <RadioField
          name="outcome"
          label={words.how}
          options={[
            { id: 'rejected', label: words.rejected, help: words.rejectedHelp },
            { id: 'adjusted', label: words.adjusted, help: words.adjustedHelp },
          ]}
          value={outcome}
          onChange={setOutcome}
        />
        {outcome === 'adjusted' && (
          <TextField
            name="amount"
            label={`${words.amount} (${currency})`}
            help={words.amountHelp(whole)}
            value={amount}
            onChange={(typed) => {
              if (answering.refusal) answering.reset();
              setAmount(typed);
            }}
            maxLength={24}
            isCode
          />
        )}
        <TextAreaField
          name="reason"
          label={words.reason}
          value={reason}
          onChange={setReason}
          maxLength={MAX_REASON}
          rows={3}
        />
        <p>{words.consequence}</p>
        <FormSubmit action={answering} verb={words.verb} working={words.working} />
      </Form>
    </Section>
  );
}
