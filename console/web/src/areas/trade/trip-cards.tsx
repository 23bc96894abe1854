/** Today's and tomorrow's trips, as whoever leads them wants them on the way: when, where, who, whom to call, what to do next. */
import { Link } from '@tanstack/react-router';
import { availableActions } from '../../../../../domain/order-state.ts';
import type { TripCard } from '../../../../server/trade/schemas.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { addDays, todayIn } from '../../parts/days.ts';
import { dayText } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { searchText, useAddress } from '../../shell/address.ts';
import { WaitingNote } from '../../shell/connection-strip.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useWaitingAt } from '../../shell/waiting.ts';
import { dateFormat, ownTimeZone } from '../../texts/format.ts';
import type { Texts } from '../../texts/index.ts';
import { languageName } from '../../texts/language-names.ts';
import { About } from './about-order.tsx';
import { actionsOf } from './actions.ts';
import { useMayTrade, useMerchantClock, useOwnSide } from './data.ts';
import { MainActionButton } from './main-action.tsx';
import { MeetingPlace } from './meeting-place.tsx';
import { guestsText } from './trip.tsx';

/** What was read yesterday's evening, without a connection since, is today's: by the clock now, not by that of the answer. */
export function TripCards({ trips }: { trips: readonly TripCard[] }) {
  const words = useTexts().trade.home;
  const { now } = useMerchantClock();
  const isToday = ({ tripDate, timeZone }: TripCard) => tripDate <= todayIn(timeZone, now);
  const open = trips.filter(({ tripEndAt }) => Date.parse(tripEndAt) > now.getTime());
  if (open.length === 0) return <p className="soft">{words.noTrips}</p>;
  const today = todayIn(ownTimeZone(), now);
  const days = [
    { title: words.today, day: today, trips: open.filter(isToday) },
    { title: words.tomorrow, day: addDays(today, 1), trips: open.filter((trip) => !isToday(trip)) },
  ];
  return days
    .filter((day) => day.trips.length > 0)
    .map((day) => (
      <section key={day.title} className="stack-s" aria-label={day.title}>
        <div className="row row-between">
          <h3 className="day-title">{day.title}</h3>
          <CalendarLink day={day.day} />
        </div>
        <ul className="cards">
          {day.trips.map((trip) => (
            <Trip key={trip.orderId} trip={trip} now={now} />
          ))}
        </ul>
      </section>
    ));
}

/** All of a studio's guides on that day, by its hours. */
function CalendarLink({ day }: { day: string }) {
  const { kind, may } = useHere();
  const words = useTexts().trade.home;
  const address = useAddress();
  if (kind !== 'studio' || !may('guides.read')) return null;
  return <Link to={`${address('/calendar')}${searchText({ view: 'day', from: day })}`}>{words.byHour}</Link>;
}

interface TripProps {
  readonly trip: TripCard;
  /** The merchant's time. */
  readonly now: Date;
}

function Trip({ trip, now }: TripProps) {
  const { trade } = useTexts();
  const { home } = trade;
  const locale = useLocaleTag();
  const address = useAddress();
  const { orderId, guideName, status, meetingPoint, contact } = trip;
  return (
    <li className="card trip-card">
      <div className="row row-between">
        <h4 className="card-title">
          <Link to={address(`/orders/${orderId}`)} className="card-link">
            <span className="numbers">{timesText(trip, now, home, locale)}</span> {guideName}
          </Link>
        </h4>
        <StateBadge state={status} />
      </div>
      <p>{partyText(trip, trade.trip, locale)}</p>
      {meetingPoint && (
        <p>
          <MeetingPlace place={meetingPoint} />
        </p>
      )}
      {contact && (
        <p>
          {contact.contactName}{' '}
          <a
            href={`tel:${contact.contactPhone}`}
            aria-label={home.call(contact.contactName, contact.contactPhone)}
          >
            {contact.contactPhone}
          </a>
        </p>
      )}
      {contact?.remark && <p className="prose soft">{contact.remark}</p>}
      <WaitingNote orderId={orderId} />
      <Buttons trip={trip} now={now} />
    </li>
  );
}

/** `Half a day · 4 guests: 2 adults, 2 children · English` */
function partyText(trip: TripCard, words: Texts['trade']['trip'], locale: string): string {
  const { language, tripKindName } = trip;
  const facts = [tripKindName, guestsText(trip, words), language && languageName(language, locale)];
  return facts.filter(Boolean).join(' · ');
}

/** On the way one thing is done next; all else is on the order's page. */
const ON_THE_WAY = ['confirm', 'start', 'complete'] as const;

function Buttons({ trip, now }: TripProps) {
  const side = useOwnSide();
  const isSandbox = useHere().side === 'sandbox';
  const mayWrite = useMayTrade();
  const can = availableActions(trip.status, side);
  const order = { ...trip, availableActions: can, openChange: null, refund: null };
  const facts = { order, side, mayWrite, isSandbox, isReviewed: true, now: now.getTime() };
  const possible = actionsOf(facts);
  const isWaiting = useWaitingAt(trip.orderId).some((one) => one.action !== 'message');
  const action = isWaiting ? undefined : ON_THE_WAY.find((one) => possible.includes(one));
  return (
    <div className="row no-print">
      {action && <MainActionButton order={order} action={action} about={<About order={trip} />} />}
      <Share trip={trip} now={now} />
    </div>
  );
}

/** To the guide, by whatever the device has for it. */
function Share({ trip, now }: TripProps) {
  const texts = useTexts();
  const words = texts.trade.home;
  const locale = useLocaleTag();
  const share = async () => {
    const text = shareText(trip, { texts, locale, now });
    try {
      if ('share' in navigator) await navigator.share({ text });
      else {
        await (navigator as Navigator).clipboard.writeText(text);
        showToast({ text: words.copied });
      }
    } catch (error) {
      const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
      if (!isGivenUp) showToast({ text: texts.frame.copy.failed, tone: 'warning' });
    }
  };
  return <Button onPress={() => void share()}>{words.share}</Button>;
}

interface Reader {
  readonly texts: Texts;
  readonly locale: string;
  readonly now: Date;
}

function shareText(trip: TripCard, { texts, locale, now }: Reader): string {
  const { home, trip: words } = texts.trade;
  const { contact } = trip;
  return [
    `${trip.guideName} · ${dayText(trip.tripDate, locale, true)} · ${timesText(trip, now, home, locale)}`,
    partyText(trip, words, locale),
    trip.meetingPoint?.text,
    contact && `${contact.contactName} ${contact.contactPhone}`,
    contact?.remark,
    trip.orderId,
  ]
    .filter(Boolean)
    .join('\n');
}

/** `09:00–12:00` where the guide is; for whole days which of them it is. */
function timesText(trip: TripCard, now: Date, words: Texts['trade']['home'], locale: string): string {
  const { startTime, tripStartAt, tripEndAt, timeZone, tripDate, tripDays } = trip;
  if (startTime !== null) {
    const format = dateFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    return format.formatRange(new Date(tripStartAt), new Date(tripEndAt));
  }
  if (tripDays === 1) return words.allDay;
  const today = todayIn(timeZone, now);
  let day = 1;
  while (day < tripDays && addDays(tripDate, day) <= today) day += 1;
  return words.dayOf(day, tripDays);
}
