/** What the chosen trip costs and whether it can be had, as the API says at this moment; then hold, book or wait. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Body, Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Note, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useMayTrade } from './data.ts';
import { useOnceKey } from './once-key.ts';
import { CancellationTerms, PriceTable } from './price.tsx';
import { filtersOf, type GuideDetail, type TripChoice, tripOf } from './trip-choice.ts';

export type Quote = Data<'quoteOrder'>;
type Trip = Body<'quoteOrder'>;

/** What a trip costs; asked again whenever the feed has an event. */
export function useQuote(trip: Trip | undefined) {
  const here = useHere();
  return useQuery<Quote, Refusal>({
    queryKey: [here.company, here.world, 'trade', 'quote', trip],
    queryFn: ({ signal }) => call(here, 'quoteOrder', { body: trip as Trip, signal }),
    enabled: trip !== undefined,
    placeholderData: (before) => before,
  });
}

interface PanelProps {
  readonly guide: GuideDetail;
  readonly choice: TripChoice;
}

export function QuotePanel({ guide, choice }: PanelProps) {
  const words = useTexts().trade.guide;
  const trip = tripOf(guide.guideId, choice, guide);
  const quote = useQuote(trip);
  const mayTrade = useMayTrade();
  if (!trip) return <p className="soft">{words.quoteNone}</p>;
  if (quote.error) return <QuoteRefused refusal={quote.error} onRetry={quote.refetch} />;
  if (!quote.data) return <Skeleton lines={5} />;
  return (
    <div className="stack" aria-live="polite" aria-busy={quote.isFetching}>
      <QuoteFacts quote={quote.data} />
      {mayTrade && quote.data.available && (
        <BookButtons guide={guide} choice={choice} trip={trip} quote={quote.data} />
      )}
      {mayTrade && !quote.data.available && <WaitButton trip={trip} guide={guide} />}
    </div>
  );
}

/** A code that held for another trip is said to be the reason. */
export function QuoteRefused({ refusal, onRetry }: { refusal: Refusal; onRetry: () => void }) {
  const words = useTexts().trade.offer;
  const isOfCode = refusal.details.some(({ path }) => path === 'body.offerCode');
  if (isOfCode) return <Note tone="warning">{words.otherTrip}</Note>;
  return <ErrorState refusal={refusal} onRetry={onRetry} />;
}

/** Price, availability, how it is confirmed and what cancelling gives back. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const words = useTexts().trade.guide;
  const { currency, timeZone } = quote;
  return (
    <>
      <PriceTable lines={quote.priceBreakdown} total={quote.totalAmount} currency={currency} />
      {quote.available ? (
        <Note tone="good">
          {quote.placesLeft === null || quote.capacity === null
            ? words.free
            : words.placesLeft(quote.placesLeft, quote.capacity)}{' '}
          {quote.instantConfirmation ? (
            words.instant
          ) : (
            <>
              {words.confirmBy} <When at={quote.confirmBy} isExact />.
            </>
          )}
        </Note>
      ) : (
        <Note tone="warning">
          <strong>{words.taken}:</strong> {quote.obstacles.join('; ')}
        </Note>
      )}
      <CancellationTerms terms={quote.cancellationTerms} currency={currency} zone={timeZone} />
    </>
  );
}

interface BookProps extends PanelProps {
  readonly trip: Trip;
  readonly quote: Quote;
}

function BookButtons({ guide, choice, trip, quote }: BookProps) {
  const here = useHere();
  const words = useTexts().trade.guide;
  const navigate = useNavigate();
  const to = useAddress()(`/find/${guide.guideId}/book`);
  const once = useOnceKey();
  const hold = useAction(
    () =>
      once.use((idempotencyKey) =>
        call(here, 'holdGuide', { body: { ...trip, expectedTotal: quote.totalAmount }, idempotencyKey }),
      ),
    {
      invalidates: [[here.company, here.world, 'listHolds']],
      onDone: ({ holdId }) => void navigate({ to, search: { hold: holdId } as never }),
    },
  );
  return (
    <>
      {hold.refusal && <ErrorState refusal={hold.refusal} />}
      <div className="row">
        <Button tone="main" onPress={() => void navigate({ to, search: filtersOf(choice, guide) as never })}>
          {words.book}
        </Button>
        <Button isPending={hold.isRunning} onPress={() => hold.run(undefined)}>
          {hold.isRunning ? words.holding : words.hold}
        </Button>
      </div>
    </>
  );
}

function WaitButton({ trip, guide }: { trip: Trip; guide: GuideDetail }) {
  const here = useHere();
  const words = useTexts().trade.guide;
  const { guideId, tripDate, tripDays, tripKindId, startTime, guests } = trip;
  const { waitlistWindowMinutes: windowMinutes } = guide;
  const guestCount = trip.guestCount ?? guests?.reduce((sum, { count }) => sum + count, 0) ?? 1;
  const time = tripKindId ? { tripKindId, ...(startTime && { startTime }) } : { tripDays: tripDays ?? 1 };
  const wait = useAction(
    () => call(here, 'createWaitlistEntry', { body: { guideId, tripDate, guestCount, ...time } }),
    {
      invalidates: [[here.company, here.world, 'listWaitlist']],
      onDone: () => showToast({ text: windowMinutes ? words.waitingInLine(windowMinutes) : words.waiting }),
    },
  );
  return (
    <>
      {wait.refusal && <ErrorState refusal={wait.refusal} />}
      <div>
        <Button isPending={wait.isRunning} onPress={() => wait.run(undefined)}>
          {words.wait}
        </Button>
      </div>
    </>
  );
}
