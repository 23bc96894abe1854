/** What the order is about, at first sight: a picture, when by both clocks, where, who comes, what it does next and what is to be done. */
import { Countdown, When } from '../../parts/time.tsx';
import { WaitingNote } from '../../shell/connection-strip.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { languageName } from '../../texts/language-names.ts';
import { useMerchantClock } from './data.ts';
import { GuidePhoto } from './guide-card.tsx';
import { MainActionButton } from './main-action.tsx';
import { MeetingPlace } from './meeting-place.tsx';
import { mainActionOf, useActions } from './order-actions.tsx';
import type { OrderDetail } from './timeline.ts';
import { guestsText, TripText } from './trip.tsx';

interface TripProps {
  readonly order: OrderDetail;
  /** Of the guide; undefined: there is none. */
  readonly picture: string | undefined;
}

export function OrderTrip({ order, picture }: TripProps) {
  const words = useTexts().trade;
  const locale = useLocaleTag();
  const { language } = order;
  return (
    <section className="card order-trip" aria-label={words.order.trip}>
      {picture && <GuidePhoto url={picture} />}
      <div className="stack-s">
        <p className="order-trip-when">
          <TripText trip={order} />
        </p>
        {order.startTime !== null && (
          <p>
            <When at={order.tripStartAt} zone={order.timeZone} isExact />
          </p>
        )}
        <p>
          {guestsText(order, words.trip)}
          {language && ` · ${languageName(language, locale)}`}
        </p>
        <GoesIf order={order} />
        {order.meetingPoint && (
          <p>
            <MeetingPlace place={order.meetingPoint} />
          </p>
        )}
      </div>
      <NextStep order={order} />
    </section>
  );
}

/** As long as that may still decide about the order. */
function GoesIf({ order: { goesIf, status, timeZone } }: { order: OrderDetail }) {
  const words = useTexts().trade.order;
  if (!goesIf || (status !== 'pending' && status !== 'confirmed')) return null;
  return (
    <p>
      {words.goesIf(goesIf.leastGuests)} <When at={goesIf.decidedAt} zone={timeZone} isExact />
    </p>
  );
}

/** What the order does by itself and when, beside the one thing that is most likely to be done. */
function NextStep({ order }: { order: OrderDetail }) {
  const words = useTexts().trade;
  const { realTime } = useMerchantClock();
  const action = mainActionOf(useActions(order));
  const { nextDeadline, orderId } = order;
  if (!nextDeadline && action === undefined) return null;
  return (
    <div className="order-next no-print">
      <WaitingNote orderId={orderId} />
      {nextDeadline && (
        <p className="deadline">
          {words.order.next[nextDeadline.status]} <Countdown until={realTime(nextDeadline.at)} isWithin />
        </p>
      )}
      {action && <MainActionButton order={order} action={action} />}
    </div>
  );
}
