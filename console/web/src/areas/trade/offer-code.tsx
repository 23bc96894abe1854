/** The code of an offer. It is taken once the API has said that it holds for the trip; else the field says so, and the price stays. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Body } from '../../api/types.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

interface CodeProps {
  /** Without a code; undefined while there is no day. */
  readonly trip: Body<'quoteOrder'> | undefined;
  /** The one that is taken; empty: none. */
  readonly code: string;
  readonly onChange: (code: string) => void;
}

export function OfferCode({ trip, code, onChange }: CodeProps) {
  const words = useTexts().trade.offer;
  const here = useHere();
  const [typed, setTyped] = useState('');
  const apply = useAction((body: Body<'quoteOrder'>) => call(here, 'quoteOrder', { body }), {
    onDone: (_quote, { offerCode = '' }) => onChange(offerCode),
  });
  if (code !== '')
    return (
      <div className="row row-between">
        <span>
          {words.code}: <code>{code}</code>
        </span>
        <Button small tone="quiet" label={`${words.remove}: ${code}`} onPress={() => onChange('')}>
          {words.remove}
        </Button>
      </div>
    );
  if (!trip) return null;
  return (
    <Form
      refusal={apply.refusal}
      onSubmit={() => apply.run({ ...trip, offerCode: typed.trim() })}
      isThrowaway
    >
      <OfferCodeField value={typed} onChange={setTyped} />
      <div>
        <SubmitButton
          action={apply}
          tone="plain"
          verb={words.apply}
          working={words.applying}
          isDisabled={typed.trim() === ''}
        />
      </div>
    </Form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

export function OfferCodeField({ value, onChange }: FieldProps) {
  const words = useTexts().trade.offer;
  return (
    <TextField
      name="offerCode"
      label={words.code}
      isOptional
      isCode
      autoComplete="off"
      minLength={3}
      maxLength={32}
      value={value}
      onChange={onChange}
    />
  );
}
