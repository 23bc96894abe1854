/** The form of a booking. What was typed stays where it is refused. */

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Body, Data } from '../../api/types.ts';
import { Checkbox, PhoneField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { moneyText } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useKept } from '../../shell/kept.ts';
import { KeptNote } from '../../shell/kept-note.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { oldAfterMove } from './data.ts';
import { useOnceKey } from './once-key.ts';
import { PolicyText, PriceTable } from './price.tsx';
import { type Quote, QuoteFacts } from './quote-panel.tsx';
import { guestsText, TripText } from './trip.tsx';
import type { GuideDetail } from './trip-choice.ts';

type Booking = Body<'createOrder'>;
type Hold = Data<'getHold'>;

interface Typed {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  /** One a line. */
  readonly guestNames: string;
  readonly remark: string;
  readonly clientReference: string;
  readonly uniqueReference: boolean;
  readonly answers: Readonly<Record<string, string>>;
}

const NOTHING: Typed = {
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  guestNames: '',
  remark: '',
  clientReference: '',
  uniqueReference: false,
  answers: {},
};

type FormProps = { readonly guide: GuideDetail } & (
  | {
      readonly trip: Body<'quoteOrder'>;
      readonly quote: Quote;
      /** Where a code of an offer is typed. */
      readonly code: ReactNode;
      readonly onPriceChanged: () => void;
      readonly hold?: undefined;
    }
  | {
      readonly hold: Hold;
      readonly trip?: undefined;
      readonly quote?: undefined;
      readonly code?: undefined;
      readonly onPriceChanged?: undefined;
    }
);

/** domain/errors.ts, priceChanged */
const PRICE_CHANGED = 40908;

export function BookForm({ guide, trip, quote, code, hold, onPriceChanged }: FormProps) {
  const words = useTexts().trade.book;
  const locale = useLocaleTag();
  const { company, world } = useHere();
  const kept = useKept(`${company}/${world}/book/${guide.guideId}`, () => NOTHING);
  const { value: typed, set: setTyped } = kept;
  const [isRestored, setRestored] = useState(kept.isRestored);
  const discard = () => {
    setTyped(NOTHING);
    kept.drop();
    setRestored(false);
  };
  const { totalAmount, currency } = hold ?? quote;
  const what = hold ? { holdId: hold.holdId } : { ...trip, expectedTotal: totalAmount };
  const booking = useBooking(onPriceChanged, kept.drop);
  const isFree = hold !== undefined || quote.available;
  return (
    <div className="facts-and-timeline">
      <Form
        refusal={booking.refusal}
        onSubmit={() => booking.run({ ...what, ...bodyOf(typed) } as Booking)}
        isChanged={JSON.stringify(typed) !== JSON.stringify(NOTHING)}
      >
        {isRestored && <KeptNote onDiscard={discard} />}
        <Section title={words.who}>
          <Fields typed={typed} onChange={setTyped} guide={guide} />
        </Section>
        <Note>
          {words.now} {(hold ?? quote).instantConfirmation ? words.instant : words.pending}
        </Note>
        {booking.refusal?.code === PRICE_CHANGED && (
          <Note tone="warning">{words.priceChanged(moneyText(totalAmount, currency, locale))}</Note>
        )}
        <FormSubmit
          action={booking}
          verb={words.verb(moneyText(totalAmount, currency, locale))}
          working={words.working}
          isDisabled={!isFree}
        />
      </Form>
      <div className="beside">
        <section className="card stack">
          <h2>{words.trip}</h2>
          <ChosenTrip trip={hold ?? quote} />
          {code}
          {quote ? <QuoteFacts quote={quote} /> : <HoldPrice hold={hold} />}
        </section>
      </div>
    </div>
  );
}

/** Made once, whatever is clicked twice or sent again; afterwards the order is shown. */
function useBooking(onPriceChanged: (() => void) | undefined, onBooked: () => void) {
  const here = useHere();
  const words = useTexts().trade.book;
  const address = useAddress();
  const navigate = useNavigate();
  const once = useOnceKey();
  const book = async (body: Booking) => {
    try {
      return await once.use((idempotencyKey) => call(here, 'createOrder', { body, idempotencyKey }));
    } catch (error) {
      onPriceChanged?.();
      throw error;
    }
  };
  return useAction(book, {
    invalidates: [...oldAfterMove(here), [here.company, here.world, 'listHolds']],
    onDone: ({ orderId }) => {
      onBooked();
      showToast({ text: words.done });
      void navigate({ to: address(`/orders/${orderId}`), replace: true });
    },
  });
}

function ChosenTrip({ trip }: { trip: Quote | Hold }) {
  const words = useTexts().trade.trip;
  return (
    <p>
      <strong>
        <TripText trip={trip} />
      </strong>
      <br />
      {guestsText(trip, words)}
    </p>
  );
}

function HoldPrice({ hold }: { hold: Hold }) {
  return (
    <>
      <PriceTable lines={hold.priceBreakdown} total={hold.totalAmount} currency={hold.currency} />
      <PolicyText policy={hold.cancellationPolicy} />
    </>
  );
}

interface FieldsProps {
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  readonly guide: GuideDetail;
}

function Fields({ typed, onChange, guide }: FieldsProps) {
  const words = useTexts().trade.book;
  const field = fieldsOf(typed, onChange, words);
  return (
    <>
      <TextField {...field('contactName')} maxLength={100} autoComplete="off" />
      <div className="field-pair">
        <PhoneField {...field('contactPhone')} help={words.phoneHint} autoComplete="off" />
        <TextField {...field('contactEmail')} type="email" isOptional autoComplete="off" />
      </div>
      <TextAreaField {...field('guestNames')} help={words.guestNamesHint} isOptional rows={3} />
      <Questions typed={typed} onChange={onChange} guide={guide} />
      <TextAreaField {...field('remark')} isOptional rows={3} maxLength={1_000} />
      <TextField {...field('clientReference')} isOptional maxLength={64} />
      {typed.clientReference.trim() !== '' && (
        <Checkbox
          name="uniqueReference"
          label={words.unique}
          isSelected={typed.uniqueReference}
          onChange={(uniqueReference) => onChange({ ...typed, uniqueReference })}
        />
      )}
    </>
  );
}

function Questions({ typed, onChange, guide }: FieldsProps) {
  return guide.questions.map(({ questionId, text, required }, index) => (
    <TextField
      key={questionId}
      name={`answers[${index}].answer`}
      label={text}
      isOptional={!required}
      maxLength={500}
      value={typed.answers[questionId] ?? ''}
      onChange={(answer) => onChange({ ...typed, answers: { ...typed.answers, [questionId]: answer } })}
    />
  ));
}

/** What was typed, in the words of order/create; what was left empty is not sent. */
function bodyOf(typed: Typed): Partial<Booking> {
  const { contactName, contactPhone, contactEmail, remark, clientReference, uniqueReference } = typed;
  const text = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  const guestNames = typed.guestNames.split('\n').flatMap((line) => line.trim() || []);
  const answers = Object.entries(typed.answers)
    .filter(([, answer]) => answer.trim() !== '')
    .map(([questionId, answer]) => ({ questionId, answer: answer.trim() }));
  return {
    contactName: contactName.trim(),
    contactPhone: contactPhone.trim(),
    ...text('contactEmail', contactEmail),
    ...text('remark', remark),
    ...text('clientReference', clientReference),
    ...(clientReference.trim() !== '' && uniqueReference && { uniqueReference }),
    ...(guestNames.length > 0 && { guestNames }),
    ...(answers.length > 0 && { answers }),
  };
}
