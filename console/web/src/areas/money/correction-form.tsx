import type { Refusal } from '../../api/errors.ts';
import { RadioField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { useTexts } from '../../shell/preferences.tsx';

/** As it is typed; members of the other kinds are kept while somebody changes their mind. */
export interface Draft {
  readonly kind: 'adjustment' | 'refund' | 'reversal';
  readonly merchantKey: string;
  readonly currency: string;
  readonly amount: string;
  readonly orderId: string;
  readonly postingId: string;
  readonly reason: string;
}

interface FormProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly refusal: Refusal | undefined;
  readonly isRunning: boolean;
  readonly onSubmit: () => void;
}

const KINDS = ['adjustment', 'refund', 'reversal'] as const;
const LENGTHS = { merchantKey: 64, currency: 3, amount: 24, orderId: 27, postingId: 120 } as const;

export function CorrectionForm({ draft, onChange, refusal, isRunning, onSubmit }: FormProps) {
  const all = useTexts().money;
  const words = all.backOffice.correction;
  const { kind } = draft;
  const of = fieldsOf(draft, onChange, words);
  const field = (name: keyof typeof LENGTHS, help?: string) => (
    <TextField {...of(name)} {...(help !== undefined && { help })} isCode maxLength={LENGTHS[name]} />
  );
  return (
    <Form refusal={refusal} onSubmit={onSubmit}>
      <RadioField
        name="kind"
        label={words.kind}
        options={KINDS.map((id) => ({ id, label: all.kinds[id], help: words.kindHelp[id] }))}
        value={kind}
        onChange={(value) => onChange({ ...draft, kind: value as Draft['kind'] })}
      />
      {kind === 'adjustment' && field('merchantKey')}
      {kind === 'adjustment' && field('currency')}
      {kind === 'refund' && field('orderId')}
      {kind === 'reversal' && field('postingId')}
      {kind !== 'reversal' && field('amount', kind === 'refund' ? words.refundHelp : words.adjustmentHelp)}
      <TextAreaField {...of('reason')} maxLength={500} rows={3} />
      <FormSubmit action={{ isRunning }} verb={words.preview} working={words.previewing} />
    </Form>
  );
}
