/** A booking by hand: who travels, then price and policy, then the click. */
import { useOperation } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { BookForm } from './book-form.tsx';
import { HeldTrip } from './book-held.tsx';
import { OfferCode } from './offer-code.tsx';
import { QuoteRefused, useQuote } from './quote-panel.tsx';
import { choiceOf, type GuideDetail, tripOf } from './trip-choice.ts';
import './trade.css';

export default function Book() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().trade;
  const guideId = useParam('guideId');
  const guide = useOperation(here, 'getGuide', { params: { guideId } });
  const name = guide.data?.name ?? guideId;
  const crumbs = [
    { title: words.find.title, to: address('/find') },
    { title: name, to: address(`/find/${guideId}`) },
  ];
  return (
    <Page title={words.book.title(name)} crumbs={crumbs}>
      <Awaited query={guide} lines={10} />
      {guide.data && <Chosen guide={guide.data} />}
    </Page>
  );
}

/** The trip is the address's, or what a hold keeps. */
function Chosen({ guide }: { guide: GuideDetail }) {
  const [filters] = useFilters();
  const { hold: holdId } = filters;
  if (holdId !== undefined) return <HeldTrip guide={guide} holdId={holdId} />;
  return <FreeTrip guide={guide} />;
}

function FreeTrip({ guide }: { guide: GuideDetail }) {
  const words = useTexts().trade.book;
  const address = useAddress();
  const [filters, change] = useFilters();
  const choice = choiceOf(filters, guide);
  const trip = tripOf(guide.guideId, choice, guide);
  const quote = useQuote(trip);
  if (!trip)
    return (
      <EmptyState
        icon="calendar"
        title={words.trip}
        action={<ButtonLink to={address(`/find/${guide.guideId}`)}>{words.change}</ButtonLink>}
        text={words.missing}
      />
    );
  const code = (
    <OfferCode
      trip={tripOf(guide.guideId, { ...choice, offerCode: '' }, guide)}
      code={choice.offerCode}
      onChange={(offerCode) => change({ offer: offerCode || undefined })}
    />
  );
  if (quote.error && !quote.data)
    return (
      <>
        <QuoteRefused refusal={quote.error} onRetry={quote.refetch} />
        {code}
      </>
    );
  if (!quote.data) return <Awaited query={quote} lines={10} />;
  const reread = () => void quote.refetch();
  return <BookForm guide={guide} trip={trip} quote={quote.data} code={code} onPriceChanged={reread} />;
}
