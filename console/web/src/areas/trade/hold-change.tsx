/** Another trip in place of the one that is held, by one press: where it can't be had, the hold stays as it is. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { Form, FormButtons } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { tripChangeOf, tripDraftOf } from './change-draft.ts';
import { oldAfterHold } from './data.ts';
import { OfferCodeField } from './offer-code.tsx';
import { useOnceKey } from './once-key.ts';
import type { GuideDetail } from './trip-choice.ts';
import { TimeAndTripFields } from './trip-fields.tsx';

interface ChangeProps {
  readonly guide: GuideDetail;
  readonly hold: Data<'getHold'>;
  /** It is done, or left as it is. */
  readonly onEnd: () => void;
}

export function HoldChange({ guide, hold, onEnd }: ChangeProps) {
  const here = useHere();
  const words = useTexts().trade.book;
  const was = tripDraftOf(hold);
  const [draft, setDraft] = useState(was);
  const offerCode = draft.offerCode.trim();
  const body = {
    ...tripChangeOf(was, draft),
    ...(offerCode !== was.offerCode && { offerCode: offerCode || null }),
  };
  const isChanged = Object.keys(body).length > 0;
  const params = { holdId: hold.holdId };
  const once = useOnceKey();
  const change = useAction(
    () => once.use((idempotencyKey) => call(here, 'changeHold', { params, body, idempotencyKey })),
    {
      invalidates: oldAfterHold(here),
      onDone: () => {
        showToast({ text: words.holdChanged });
        onEnd();
      },
    },
  );
  return (
    <section className="card stack">
      <h2>{words.changeHold}</h2>
      <Form refusal={change.refusal} onSubmit={() => change.run(undefined)} isChanged={isChanged}>
        <TimeAndTripFields guide={guide} choice={draft} onChange={setDraft} />
        <OfferCodeField
          value={draft.offerCode}
          onChange={(code) => setDraft({ ...draft, offerCode: code })}
        />
        <FormButtons>
          <SubmitButton
            action={change}
            verb={words.holdInstead}
            working={words.holdingInstead}
            isDisabled={!isChanged}
          />
          <Button onPress={onEnd}>{words.leaveHold}</Button>
        </FormButtons>
      </Form>
    </section>
  );
}
