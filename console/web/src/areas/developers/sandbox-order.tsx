import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction, useOperation } from '../../api/queries.ts';
import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { NumberField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { Note, Skeleton } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

const DAY_MS = 86_400_000;
/** A made-up contact, for a trial order. */
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

/** Has the sandbox agency book one of the studio's guides. */
export function SandboxOrder() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().developers.sandbox;
  const guides = useOperation(here, 'listGuides', { query: { size: 100 } });
  const [guideId, setGuideId] = useState('');
  const [tripDate, setTripDate] = useState(() =>
    new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
  );
  const [tripDays, setTripDays] = useState(1);
  const [guestCount, setGuestCount] = useState(2);
  const placing = useAction(
    () => call(here, 'createSandboxOrder', { body: { guideId, tripDate, tripDays, guestCount, ...CONTACT } }),
    { invalidates: [[here.company, here.world]] },
  );
  if (!guides.data) return <Skeleton lines={3} />;
  if (guides.data.list.length === 0) return <p className="soft">{words.noGuides}</p>;
  return (
    <div className="stack">
      <p className="soft">{words.orderText}</p>
      <Form refusal={placing.refusal} onSubmit={() => placing.run(undefined)}>
        <SelectField
          name="guideId"
          label={words.guide}
          options={guides.data.list.map((one) => ({
            id: one.guideId,
            label: `${one.name} · ${one.guideId}`,
          }))}
          value={guideId}
          onChange={setGuideId}
        />
        <div className="two-fields">
          <DateField name="tripDate" label={words.tripDate} value={tripDate} onChange={setTripDate} />
          <NumberField
            name="tripDays"
            label={words.tripDays}
            value={tripDays}
            onChange={setTripDays}
            minValue={1}
          />
          <NumberField
            name="guestCount"
            label={words.guestCount}
            value={guestCount}
            onChange={setGuestCount}
            minValue={1}
          />
        </div>
        <FormSubmit action={placing} verb={words.place} working={words.placing} isDisabled={guideId === ''} />
      </Form>
      {placing.answer && (
        <Note tone="good">
          {words.placed}{' '}
          <Link to={address(`/orders/${placing.answer.orderId}`)}>{placing.answer.orderId}</Link>
        </Note>
      )}
    </div>
  );
}
